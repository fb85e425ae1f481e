-- Nothing more is decided in this epoch, however late it comes.
if redis.call('HGET', state, 'e') == epoch then redis.call('HSET', state, 'live', 'fenced') end
return {'ok'}
