// Numbers as Go writes them; the results are those of fmt.Printf("%.5g") and ("%g").
import assert from 'node:assert/strict';
import test from 'node:test';
import { host } from './toolchain.mjs';

const { short, shortest } = await host('picture');

test('short is %.5g', () => {
  for (const [x, want] of [[0, '0'], [-0, '-0'], [1, '1'], [-1.5, '-1.5'], [100.125, '100.12'], [100.375, '100.38'], [0.5, '0.5'], [123456, '1.2346e+05'],
    [99999.6, '1e+05'], [12000, '12000'], [0.0001, '0.0001'], [0.00001234567, '1.2346e-05'], [1e100, '1e+100'], [2 / 3, '0.66667'], [Infinity, '+Inf'], [NaN, 'NaN']]) {
    assert.equal(short(x), want, String(x));
  }
});

test('shortest is %g', () => {
  for (const [x, want] of [[0.1, '0.1'], [90, '90'], [1e20, '100000000000000000000'], [1e21, '1e+21'], [0.00002, '2e-05'], [-2 / 3, '-0.6666666666666666'], [57.29577951308232, '57.29577951308232']]) {
    assert.equal(shortest(x), want, String(x));
  }
});
