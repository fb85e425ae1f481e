'use strict';

const assert = require('node:assert/strict');
const Redis = require('ioredis');
const {runSale, row, stock, main, port} = require('./sale.js');

const options = {host: '127.0.0.1', port, maxRetriesPerRequest: 1, retryStrategy: () => null};

async function using(more, body) {
  const redis = new Redis({...options, ...more});
  const errors = [];
  redis.on('error', (error) => errors.push(error));
  try {
    await body(redis);
  } finally {
    await redis.quit();
  }
  assert.deepEqual(errors, []);
}

const claims = (sale, count) => Array.from({length: count}, (_, n) => ['CLAIM', sale, `p${n}`, `p-${n}`, 'p', '1']);
const create = (redis, sale) => redis.call('SALE.CREATE', sale, JSON.stringify({pools: {p: 1000}}));

main([
  ['lazy', () => using({lazyConnect: true}, async (redis) => {
    assert.equal(redis.status, 'wait');
    await redis.connect();
    assert.equal(redis.status, 'ready');  // the check by INFO has passed
    await runSale((...words) => redis.call(...words), 'io-lazy', stock);
  })],
  ['built in', () => using({connectionName: 'shop', db: 0}, async (redis) => {
    assert.equal(await redis.ping(), 'PONG');
    assert.equal(await redis.echo('hä'), 'hä');
    assert.equal(await redis.client('GETNAME'), 'shop');
    assert.equal(typeof await redis.client('ID'), 'number');
    assert.match(await redis.client('LIST'), /name=shop/);
    assert.match(await redis.info('server'), /redis_version:/);
    assert.deepEqual(await redis.config('GET', 'maxmemory'), ['maxmemory', '0']);
    assert.ok((await redis.command('COUNT')) > 10);
    assert.ok((await redis.command()).length > 10);
    assert.equal(await redis.select(0), 'OK');
    assert.equal((await redis.callBuffer('ECHO', Buffer.from([0, 255]))).toString('hex'), '00ff');
  })],
  ['pipeline', () => using({}, async (redis) => {
    await create(redis, 'io-pipe');
    const pipeline = redis.pipeline();
    for (const words of claims('io-pipe', 500)) pipeline.call(...words);
    pipeline.call('CONFIRM', 'io-pipe', 'p-0').call('STOCK', 'no-such');
    const replies = await pipeline.exec();
    for (let n = 0; n < 500; n++) row(replies[n][1], 'accepted', `p-${n}`, 'confirmed');
    row(replies[500][1], 'ok', 'p-0', 'confirmed');
    assert.match(replies[501][0].message, /unknown_sale/);
  })],
  ['autopipelining', () => using({enableAutoPipelining: true}, async (redis) => {
    await create(redis, 'io-auto');
    const replies = await Promise.all(claims('io-auto', 500).map((words) => redis.call(...words)));
    replies.forEach((reply, n) => row(reply, 'accepted', `p-${n}`, 'confirmed'));
  })],
  ['cluster', async () => {
    const cluster = new Redis.Cluster([{host: '127.0.0.1', port}], {clusterRetryStrategy: () => null});
    await new Promise((resolve, reject) => cluster.once('ready', resolve).once('error', reject));
    assert.equal(cluster.nodes('master').length, 1);
    await runSale((...words) => cluster.call(...words), 'io-cluster', stock);
    await cluster.quit();
  }],
  ['reconnects', async () => {
    const redis = new Redis({host: '127.0.0.1', port, retryStrategy: () => 10});
    const first = await redis.client('ID');
    redis.stream.destroy();
    await new Promise((resolve) => redis.once('ready', resolve));
    assert.notEqual(await redis.client('ID'), first);
    await redis.quit();
  }],
]);
