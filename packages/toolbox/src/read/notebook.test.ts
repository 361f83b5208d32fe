import { describe, expect, test } from 'vitest'
import { notebookCells } from './notebook.ts'

const notebook = (...cells: unknown[]): string => JSON.stringify({ cells })

function notebookText(source: string): string | undefined {
  const cells = notebookCells(source)
  return cells === undefined ? undefined : [...cells].join('')
}

describe('notebookCells', () => {
  test('shows cells with their sources and outputs', () => {
    const text = notebookText(
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

  test('bounds each output and counts what is left out', () => {
    const text = notebookText(
      notebook({ cell_type: 'code', source: '', outputs: [{ text: 'x'.repeat(5000) }] }),
    )
    expect(text).toContain(`${'x'.repeat(4000)}\n[… 1000 more characters of this output]`)
  })

  test.each(['', 'no JSON', '[]', '{}', '{"cells":1}', 'null'])('%j is no notebook', (source) => {
    expect(notebookText(source)).toBeUndefined()
  })

  test.each([
    notebook(null, 1, 'x', []),
    notebook({}),
    notebook({ cell_type: 7, source: 7, outputs: 7 }),
    notebook({ source: [1, 'a', null], outputs: [null, { data: null }, { output_type: 'error' }] }),
  ])('takes the malformed %s', (source) => {
    expect(typeof notebookText(source)).toBe('string')
  })
})
