import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sumOfFirst } from './sum.js'

test('adds up the first two numbers', () => {
  assert.equal(sumOfFirst([1, 2, 3], 2), 3)
})

test('adds up none', () => {
  assert.equal(sumOfFirst([1, 2, 3], 0), 0)
})
