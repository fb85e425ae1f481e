// node-redis; the second argument is the package: redis4 speaks RESP2, redis both.
'use strict';

const assert = require('node:assert/strict');
const name = process.argv[3];
const {createClient, createCluster} = require(name);
const {runSale, row, stock, main, port} = require('./sale.js');

const url = `redis://127.0.0.1:${port}`;

async function using(more, body) {
  const client = createClient({url, socket: {reconnectStrategy: false}, ...more});
  const errors = [];
  client.on('error', (error) => errors.push(error));
  await client.connect();
  assert.ok(client.isReady);
  try {
    await body(client);
  } finally {
    await (client.close ? client.close() : client.quit());
  }
  assert.deepEqual(errors, []);
}

const sender = (client) => (...words) => client.sendCommand(words);
const protocols = name === 'redis4' ? [2] : [2, 3];
const steps = [];

for (const RESP of protocols) {
  const tag = `${name}-${RESP}`;
  steps.push([`sale ${tag}`, () => using({RESP}, (client) => runSale(sender(client), tag, stock))]);
  steps.push([`built in ${tag}`, () => using({RESP, name: 'shop', database: 0}, async (client) => {
    assert.equal(await client.ping(), 'PONG');
    assert.equal(await client.echo('hä'), 'hä');
    assert.equal(await client.clientGetName(), 'shop');
    assert.equal(typeof await client.clientId(), 'number');
    const own = await client.clientInfo();
    assert.equal(own.name, 'shop');
    assert.equal((await client.clientList())[0].name, 'shop');
    assert.match(await client.info(), /redis_version:/);
    assert.ok((await client.commandCount()) > 10);
    assert.ok((await client.command()).length > 10);
    assert.deepEqual({...await client.configGet('maxmemory')}, {maxmemory: '0'});
  })]);
  steps.push([`pipelining ${tag}`, () => using({RESP, pingInterval: 20}, async (client) => {
    await client.sendCommand(['SALE.CREATE', `${tag}-pipe`, JSON.stringify({pools: {p: 1000}})]);
    const words = (n) => ['CLAIM', `${tag}-pipe`, `p${n}`, `p-${n}`, 'p', '1'];
    const replies = await Promise.all(Array.from({length: 500}, (_, n) => client.sendCommand(words(n))));
    replies.forEach((reply, n) => row(reply, 'accepted', `p-${n}`, 'confirmed'));
    await new Promise((resolve) => setTimeout(resolve, 100));
  })]);
  steps.push([`pool ${tag}`, async () => {
    const client = createClient({url, RESP});
    await client.connect();
    const other = client.duplicate();
    await other.connect();
    assert.notEqual(await client.clientId(), await other.clientId());
    await Promise.all([client, other].map((one) => (one.close ? one.close() : one.quit())));
  }]);
  steps.push([`cluster ${tag}`, async () => {
    const cluster = createCluster({rootNodes: [{url}], defaults: {RESP}});
    cluster.on('error', (error) => { throw error; });
    await cluster.connect();
    const send = (...words) => cluster.sendCommand(words[1], false, words);
    await runSale(send, `${tag}-cluster`, stock);
    await (cluster.close ? cluster.close() : cluster.quit());
  }]);
}

main(steps);
