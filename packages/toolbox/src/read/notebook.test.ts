import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Pace } from '../workspace/pace.ts'
import { notebookCells } from './notebook.ts'

const notebook = (...cells: unknown[]): string => JSON.stringify({ cells })

async function notebookText(source: string): Promise<string | undefined> {
  const cells = await notebookCells(Buffer.from(source), new Pace(new AbortController().signal))
  return cells?.join('')
}

describe('notebookCells', () => {
  test('shows cells with their sources and outputs', async () => {
    const text = await notebookText(
      notebook(
        { cell_type: 'markdown', source: ['# Title\n', 'words'] },
        {
          cell_type: 'code',
          execution_count: 3,
          source: 'print(1)\n1 + 1',
          outputs: [
            { output_type: 'stream', text: ['1\n'] },
            { output_type: 'execute_result', data: { 'text/plain': '2', 'image/png': 'AAAA' } },
            { output_type: 'display_data', data: { 'image/png': 'AAAA' } },
            { output_type: 'error', ename: 'NameError', evalue: 'x' },
          ],
        },
      ),
    )
    expect(text?.split('\n')).toEqual([
      '[cell 1: markdown]',
      '# Title',
      'words',
      '',
      '[cell 2: code, run 3]',
      'print(1)',
      '1 + 1',
      '[output of cell 2]',
      '1',
      '',
      '[output of cell 2]',
      '2',
      '[also as image/png: not shown]',
      '[output of cell 2]',
      '[image/png: not shown]',
      '[output of cell 2]',
      'NameError: x',
      '',
    ])
  })

  test('bounds each output and counts what is left out', async () => {
    const text = await notebookText(
      notebook({ cell_type: 'code', source: '', outputs: [{ text: 'x'.repeat(5000) }] }),
    )
    expect(text).toContain(`${'x'.repeat(4000)}\n[… 1000 more characters of this output]`)
  })

  test.each(['', 'no JSON', '[]', '{}', '{"cells":1}', 'null'])('%j is no notebook', async (source) => {
    expect(await notebookText(source)).toBeUndefined()
  })

  test.each([
    notebook(null, 1, 'x', []),
    notebook({}),
    notebook({ cell_type: 7, source: 7, outputs: 7 }),
    notebook({ source: [1, 'a', null], outputs: [null, { data: null }, { output_type: 'error' }] }),
  ])('takes the malformed %s', async (source) => {
    expect(typeof (await notebookText(source))).toBe('string')
  })

  test('cuts a long notebook between its cells, and loses none', async () => {
    const sources = Array.from(
      { length: 3000 },
      (_, index) => `["}],{[${index}\\" \\${'x'.repeat(index % 90)}`,
    )
    const cells = sources.map((source) => ({ cell_type: 'code', metadata: { cells: [[1], 2] }, source }))
    const text = await notebookText(
      JSON.stringify({ metadata: { cells: ['a'], '"': '\\"' }, cells, nbformat: 4 }, null, 1),
    )
    const expected = sources.map((source, index) => `[cell ${index + 1}: code]\n${source}\n`)
    expect(text).toBe(expected.join('\n'))
  })

  test.each([
    ['a second list of cells', '{"cells":[{"source":"a"}],"cells":[{"source":"b"}]}'],
    ['a list of cells that is spelled otherwise', '{"cells":[],"\\u0063ells":[{"source":"b"}]}'],
    ['what is no JSON between the cells', `{"cells":[${'{"source":"a"},'.repeat(9000)},{}]}`],
    ['what is no JSON around them', '{"cells":[{}],oops}'],
    ['what is no JSON behind them', '{"cells":[{}]}]'],
    ['a cell without an end', '{"cells":[{"source":"a}]}'],
    ['one cell of very many strings', `{"cells":[{"source":[${'"a",'.repeat(200_000)}"a"]}]}`],
    ['very many members around the cells', `{${'"a":1,'.repeat(50_000)}"cells":[{}]}`],
  ])('%s is left as it stands', async (_, source) => {
    expect(await notebookText(source)).toBeUndefined()
  })

  test('shows what parsing all at once would show', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue(), { maxLength: 8 }), fc.jsonValue(), async (values, other) => {
        const cells = values.map((source) => ({
          cell_type: 'raw',
          source: JSON.stringify(source),
          other: source,
        }))
        const expected = values.map((source, at) => `[cell ${at + 1}: raw]\n${JSON.stringify(source)}\n`)
        expect(await notebookText(JSON.stringify({ other, cells }))).toBe(expected.join('\n'))
      }),
    )
  })
})
