import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { searchTerms } from '../site/search-terms.ts'

/** Whether a query finds a text: each of its words begins one of the text's. */
function finds(query: string, text: string): boolean {
  const words = searchTerms(text, 'text').map((word) => word.toLowerCase())
  return searchTerms(query).every((term) => words.some((word) => word.startsWith(term.toLowerCase())))
}

describe('a search', () => {
  test.each([
    ['承認', 'ガードの後に承認を求めます。'],
    ['サンドボックス', 'コマンドはサンドボックスの中で動きます'],
    ['ボックス', 'コマンドはサンドボックスの中で動きます'],
    ['コードモード', 'コードモード (Code Mode) のプログラム'],
    ['枠', 'この枠'],
    ['ツールを書く', 'ツールの書き方'],
    ['やり', 'やりなおします'],
    ['ｶﾞｰﾄﾞ', 'ガードは拒否だけできます'],
    ['run_code', 'the tool `run_code` runs programs'],
    ['water', 'waterfall'],
    ['tool', 'defineTool'],
    ['how to write a tool', 'Write tools'],
  ])('for %s finds %s', (query, text) => expect(finds(query, text)).toBe(true))

  test.each([
    ['承認', '承る、認める'],
    ['サンドバッグ', 'コマンドはサンドボックスの中で動きます'],
    ['waterfall', 'water'],
    ['lt', 'a &lt; b'],
  ])('for %s does not find %s', (query, text) => expect(finds(query, text)).toBe(false))
})

test('the words of a text are found without anything around the function', () => {
  const alone = runInNewContext(`(${searchTerms.toString()})`) as typeof searchTerms
  expect(Array.from(alone('承認 run_code', 'text'))).toEqual(['承認', '認', 'run', 'code'])
})
