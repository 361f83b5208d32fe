import { describe, expect, test } from 'vitest'
import { columnsOf, isAsciiOnly, wantsColour } from './screen.ts'

const tty = { write: () => {}, isTTY: true }
const pipe = { write: () => {} }

describe('colours', () => {
  test.each([
    ['a terminal has them', tty, {}, undefined, true],
    ['a pipe has none', pipe, {}, undefined, false],
    ['a dumb terminal has none', tty, { TERM: 'dumb' }, undefined, false],
    ['NO_COLOR takes them away', tty, { NO_COLOR: '1' }, undefined, false],
    ['an empty NO_COLOR does not', tty, { NO_COLOR: '' }, undefined, true],
    ['FORCE_COLOR gives them to a pipe', pipe, { FORCE_COLOR: '1' }, undefined, true],
    ['FORCE_COLOR=0 takes them away', tty, { FORCE_COLOR: '0' }, undefined, false],
    ['NO_COLOR wins over FORCE_COLOR', tty, { NO_COLOR: '1', FORCE_COLOR: '1' }, undefined, false],
    ['CI alone gives a pipe none', pipe, { CI: 'true' }, undefined, false],
    ['CI does not take FORCE_COLOR away', pipe, { CI: 'true', FORCE_COLOR: '1' }, undefined, true],
    ['--color wins over NO_COLOR', pipe, { NO_COLOR: '1' }, true, true],
    ['--no-color wins over FORCE_COLOR', tty, { FORCE_COLOR: '1' }, false, false],
  ] as const)('%s', (_why, output, env, choice, wanted) => {
    expect(wantsColour(output, env, choice)).toBe(wanted)
  })
})

test('the width comes from the terminal, then from COLUMNS, else it is 80', () => {
  expect(columnsOf({ ...tty, columns: 132 }, { COLUMNS: '40' })).toBe(132)
  expect(columnsOf(pipe, { COLUMNS: '40' })).toBe(40)
  for (const COLUMNS of [undefined, '', 'wide', '-3', '0', '1e99'])
    expect(columnsOf(pipe, { COLUMNS })).toBe(80)
})

test('signs outside ASCII are left out where the terminal or the locale says so', () => {
  expect(isAsciiOnly({})).toBe(false)
  expect(isAsciiOnly({ LANG: 'en_US.UTF-8' })).toBe(false)
  expect(isAsciiOnly({ LANG: 'en_US.UTF-8', LC_ALL: 'C' })).toBe(true)
  expect(isAsciiOnly({ LANG: 'POSIX' })).toBe(true)
  expect(isAsciiOnly({ TERM: 'linux', LANG: 'C.utf8' })).toBe(true)
})
