import { describe, expect, it } from 'vitest'
import { completionAt } from './completion.ts'
import { sdkEntries } from './sdk-entries.ts'

const declarations = `type JsonValue = string

interface ToolArgsMap {
  /** Reads a file. */
  read: {
    /** File; a line: "  x: {". */
    path: string;
    limit?: number;
  };
  /**
   * Does *\\/ something
   * in two lines.
   */
  "my-tool": Record<string, JsonValue>;
  readAll: {
    paths: string[];
    order: { by: "name"; }[];
  };
}

interface ToolOutputMap {
  read: {
    kind: "text";
  } | {
    kind: "image";
  };
  "my-tool": JsonValue;
  readAll: string;
}

declare const tools: {
  readonly [Name in ToolName]: (args: ToolArgsMap[Name]) => Promise<ToolOutputMap[Name]>;
} & {
  $search(query: string | { query: string }): Promise<{
    total: number;
  }>;
}
`

const entries = sdkEntries(declarations)

/** Where `|` stands is the caret. */
const at = (code: string) => completionAt(code.replace('|', ''), code.indexOf('|'), entries)

/** The program after the first choice was taken. */
function taken(code: string): string {
  const { from, choices } = at(code)!
  const { text, caret } = choices[0]!
  const rest = code.slice(code.indexOf('|') + 1)
  return `${code.slice(0, from)}${text.slice(0, caret)}|${text.slice(caret)}${rest}`
}

describe('sdkEntries', () => {
  it('reads names, comments and types out of the declarations', () => {
    expect(entries.map(({ name, access }) => [name, access])).toEqual([
      ['read', 'tools.read'],
      ['my-tool', 'tools["my-tool"]'],
      ['readAll', 'tools.readAll'],
      ['$search', 'tools.$search'],
    ])
    expect(entries[0]).toMatchObject({
      description: 'Reads a file.',
    })
    expect(entries[1]).toMatchObject({
      description: 'Does */ something\nin two lines.',
      takes: 'Record<string, JsonValue>',
    })
  })

  it('finds nothing in what is no such text', () => {
    expect(sdkEntries('')).toEqual([])
    expect(sdkEntries('interface ToolArgsMap {')).toEqual([])
  })
})

describe('completionAt', () => {
  it('offers the tools, those that begin so first', () => {
    expect(at('await tools.|')?.choices.map(({ label }) => label)).toEqual([
      'read',
      'my-tool',
      'readAll',
      '$search',
    ])
    expect(at('await tools.ReadA|')?.choices.map(({ label }) => label)).toEqual(['readAll'])
    expect(at('await tools.al|')?.choices.map(({ label }) => label)).toEqual(['readAll'])
  })

  it('writes the call, with the caret where the arguments go', () => {
    expect(taken('await tools.re|')).toBe('await tools.read({ | })')
    expect(taken('await tools.my|')).toBe('await tools["my-tool"]({|})')
    expect(taken("await tools['my|")).toBe('await tools["my-tool"]({|})')
    expect(taken('await tools.$s|')).toBe('await tools.$search(|)')
    expect(taken('await tools.re|(args)')).toBe('await tools.read|(args)')
  })

  it('offers the arguments of the call that are not given yet', () => {
    expect(at('tools.read({ |')?.choices.map(({ label, signature }) => [label, signature])).toEqual([
      ['path', 'string'],
      ['limit', 'number'],
    ])
    expect(taken("tools.read({ path: 'a', l|")).toBe("tools.read({ path: 'a', limit: |")
    expect(taken('tools.read({ p| })')).toBe("tools.read({ path: '|' })")
  })

  it('offers nothing elsewhere', () => {
    for (const code of [
      '|',
      'mytools.|',
      'x.tools.|',
      'tools.read({ path: |',
      'tools.nothing({ |',
      'tools.zzz|',
    ])
      expect(at(code), code).toBeUndefined()
  })
})
