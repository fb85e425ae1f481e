// One sale from end to end over any client: `send(...words)` resolves to the reply.
'use strict';

const assert = require('node:assert/strict');

function row(reply, verdict, claim, state) {
  assert.equal(reply.length, 5);
  assert.deepEqual([reply[0], reply[1], reply[2]], [verdict, claim, state]);
  assert.equal(typeof reply[3], 'number');
  return reply[4] === '' ? {} : JSON.parse(reply[4]);
}

async function refused(send, words, pattern) {
  await assert.rejects(() => send(...words), (error) => pattern.test(error.message));
}

/** `stock` turns the reply of STOCK into an object: it is a map in RESP3. */
async function runSale(send, sale, stock) {
  const definition = JSON.stringify({pools: {red: 5, blue: 3}, hold_seconds: 600, claims_per_user: 1});
  assert.equal(JSON.parse(await send('SALE.CREATE', sale, definition)).verdict, 'created');
  assert.equal(JSON.parse(await send('SALE.GET', sale)).status, 'open');
  assert.deepEqual(row(await send('CLAIM', sale, 'u1', 'a', 'red', '2'), 'accepted', 'a', 'held').left, {red: 3});
  assert.equal(row(await send('claim', sale, 'u1', 'a', 'red', '2'), 'accepted', 'a', 'held').replayed, true);
  row(await send('CLAIM', sale, 'u1', 'b', 'red', '1'), 'already_claimed', 'a', '');
  row(await send('CLAIM', sale, 'u2', 'c', 'red', '4'), 'sold_out', '', '');
  row(await send('ALLOT.CLAIM', sale, 'u2', 'c', 'red', '1', 'blue', '1', 'REF', 'größe "1"'), 'accepted', 'c', 'held');
  row(await send('CONFIRM', sale, 'a'), 'ok', 'a', 'confirmed');
  row(await send('RELEASE', sale, 'a'), 'already_confirmed', 'a', 'confirmed');
  row(await send('RELEASE', sale, 'c', 'REASON', 'changed my mind'), 'ok', 'c', 'released');
  row(await send('CLAIM', sale, 'u2', 'c', 'red', '1', 'blue', '1', 'REF', 'größe "1"'), 'released', 'c', 'released');
  assert.deepEqual(stock(await send('STOCK', sale)), {red: 3, blue: 3});
  assert.deepEqual(await send('RESTOCK', sale, 'r1', 'red', '10'), ['ok', 13]);
  assert.deepEqual(stock(await send('STOCK', sale, 'red')), {red: 13});
  assert.equal(JSON.parse(await send('CLAIM.GET', sale, 'c')).ref, 'größe "1"');
  const [status, text] = await send('DO', 'GET', `/v1/sales/${sale}/claims?user=u1`, '');
  assert.equal(status, 200);
  assert.equal(JSON.parse(text).claims.length, 1);
  assert.equal(JSON.parse(await send('AUDIT')).verdict, 'ok');
  await refused(send, ['STOCK', 'no-such-sale'], /unknown_sale/);
  await refused(send, ['NOSUCH', 'x'], /unknown command/);
}

/** RESP2 gives an array, RESP3 a map in whatever form the client has. */
function stock(reply) {
  if (reply instanceof Map) return Object.fromEntries(reply);
  if (!Array.isArray(reply)) return {...reply};
  const pairs = {};
  for (let i = 0; i < reply.length; i += 2) pairs[reply[i]] = reply[i + 1];
  return pairs;
}

/** Runs the steps of a script in order and fails loudly; `steps` are [name, async function]. */
async function main(steps) {
  for (const [name, step] of steps) {
    try {
      await step();
      console.log(`ok ${name}`);
    } catch (error) {
      console.error(`FAILED ${name}`, error);
      process.exit(1);
    }
  }
}

module.exports = {runSale, row, stock, main, port: Number(process.argv[2])};
