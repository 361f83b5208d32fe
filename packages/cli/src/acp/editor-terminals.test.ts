import { describe, expect, test } from 'vitest'
import { newsOf } from './editor-terminals.ts'

const said = '[the editor left out a part of the output]\n'
const long = Array.from({ length: 500 }, (_, line) => `line ${line}\n`).join('')

describe('what a terminal of an editor shows more than before', () => {
  test.each([
    ['all of the first look', '', 'one\n', false, 'one\n'],
    ['what was added', 'one\n', 'one\ntwo\n', false, 'two\n'],
    ['nothing where nothing was', 'one\n', 'one\n', false, ''],
    ['what comes behind the place that was told last', `one\n${long}`, `${long}three\n`, true, 'three\n'],
    ['and that a part is gone, where that place is gone', 'one\n', 'nine\n', true, `\n${said}nine\n`],
    ['and that a part is gone, at the first look as well', '', 'nine\n', true, `${said}nine\n`],
  ] as const)('is %s', (_what, before, now, truncated, news) => {
    expect(newsOf(before, now, truncated)).toBe(news)
  })
})
