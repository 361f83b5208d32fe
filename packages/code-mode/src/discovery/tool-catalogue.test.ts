import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ToolArgsError } from '@millrace/schema'
import { defineTool, type ToolDefinition } from '@millrace/tools'
import { catalogueOf } from './catalogue.ts'
import { estimatedTokens } from './token-estimate.ts'

function tool(name: string, description: string, args: readonly string[] = []): ToolDefinition {
  return defineTool({
    name,
    description,
    parameters: Object.fromEntries(
      args.map((arg) => [arg, { type: 'string' as const, required: true as const }]),
    ),
    output: { schema: { type: 'string' }, render: () => [] },
    execute: async () => '',
  })
}

const mail = [
  tool('mail_send', 'Send a message to people. It cannot be taken back.', ['to', 'subject']),
  tool('mail_list', 'List messages of a folder.', ['folder']),
  tool('mail_delete', 'Delete a message.', ['id']),
  tool('calendar_create_event', 'Create an event in a calendar.', ['title', 'start']),
  tool('calendar_list_events', 'List events of a calendar.'),
  tool('read', 'Read a file.'),
  tool('odd', '', ['path', 'mode']),
]

const namesOf = (query: string, options = {}): string[] =>
  catalogueOf(mail)
    .search(query, options)
    .tools.map(({ name }) => name)

describe('a search', () => {
  test('finds by what is meant, the best first', () => {
    expect(namesOf('send mail')[0]).toBe('mail_send')
    expect(namesOf('get rid of a message')[0]).toBe('mail_delete')
    expect(namesOf('which events are there')[0]).toBe('calendar_list_events')
    expect(namesOf('make a new event')[0]).toBe('calendar_create_event')
    expect(namesOf('subject')).toEqual(['mail_send'])
  })

  test('forgives typing errors, and finds words by their beginnings', () => {
    expect(namesOf('calender events')[0]).toMatch(/^calendar/)
    expect(namesOf('calen')[0]).toMatch(/^calendar/)
  })

  test('gives a line for each, and says what it left out', () => {
    expect(catalogueOf(mail).search('mail_send', { limit: 1 })).toEqual({
      tools: [{ name: 'mail_send', line: 'Send a message to people' }],
      total: expect.any(Number),
      truncated: true,
    })
    expect(catalogueOf(mail).search('odd').tools).toEqual([{ name: 'odd', line: '(path, mode)' }])
  })

  test('keeps to a namespace, and lists it where nothing is asked', () => {
    expect(namesOf('message', { namespace: 'calendar' })).toEqual([])
    expect(namesOf('', { namespace: 'mail' })).toEqual(['mail_delete', 'mail_list', 'mail_send'])
    expect(namesOf(' ', { namespace: 'Calendar_' })).toEqual([
      'calendar_create_event',
      'calendar_list_events',
    ])
  })

  test('names the namespaces where nothing is found', () => {
    const namespaces = [
      { name: '', count: 2 },
      { name: 'calendar', count: 2 },
      { name: 'mail', count: 3 },
    ]
    const nothing = { tools: [], total: 0, truncated: false, namespaces }
    expect(catalogueOf(mail).search('')).toEqual(nothing)
    expect(catalogueOf(mail).search('quantum')).toEqual(nothing)
    expect(catalogueOf([]).search('x')).toEqual({ ...nothing, namespaces: [] })
  })

  test('refuses a namespace that no name begins with, and says which ones there are', () => {
    const search = () => catalogueOf(mail).search('x', { namespace: 'male' })
    expect(search).toThrow(ToolArgsError)
    expect(search).toThrow(/"namespace" is the beginning of no tool's name: "male"; did you mean mail\?/)
  })

  test('takes whatever it is given, and gives the same for the same', () => {
    const catalogue = catalogueOf(mail)
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.lorem()), (query) => {
        expect(catalogue.search(query)).toEqual(catalogueOf([...mail]).search(query))
      }),
    )
    expect(catalogue.search('x '.repeat(100_000)).tools).toEqual([])
    expect(catalogue.search('message '.repeat(100_000)).tools.length).toBeGreaterThan(0)
  })

  test('does not depend on the order of registration', () => {
    const turned = catalogueOf(mail.toReversed())
    for (const query of ['message', 'list', 'calendar', 'events of mail', 'read'])
      expect(turned.search(query)).toEqual(catalogueOf(mail).search(query))
  })

  test('is not slowed down by hostile descriptions', () => {
    const long = [
      tool('long', `${'a'.repeat(500_000)} ${'b. '.repeat(100_000)}`),
      tool('deep', '\n'.repeat(500_000)),
    ]
    const begun = performance.now()
    catalogueOf(long).search('a b')
    // Time that grew with the square would be minutes.
    expect(performance.now() - begun).toBeLessThan(20_000)
  })
})

describe('a catalogue', () => {
  test('is the same for the same definitions', () => {
    expect(catalogueOf(mail)).toBe(catalogueOf(mail))
    expect(catalogueOf([...mail])).toBe(catalogueOf(mail))
    expect(catalogueOf(mail.slice(1))).not.toBe(catalogueOf(mail))
  })

  test('describes tools on a line each or in full, and answers wrong names with near ones', () => {
    const text = catalogueOf(mail).describe(['mail_send', 'mail_sned', 'xyzzy'])
    const [line, near, none] = text.split('\n')
    expect(line).toMatch(/^tools\.mail_send\(args: \{ .*to: string.*\).*\/\/ Send a message to people$/)
    expect(near).toBe('// unknown tool "mail_sned"; did you mean mail_send?')
    expect(none).toBe('// unknown tool "xyzzy"; find names with $search')
    expect(catalogueOf(mail).describe(['mail_send'], { full: true })).toContain('It cannot be taken back.')
    expect(() => catalogueOf(mail).describe(['mail_sned'])).toThrow(
      'unknown tool "mail_sned"; did you mean mail_send?',
    )
  })
})

describe('a digest', () => {
  const digest = (tokens: number, pinned: string[] = []): string =>
    catalogueOf(mail).digest({ tokens, pinned })

  test('gives signatures of what is pinned, then names while they fit, then numbers', () => {
    expect(digest(200, ['read', 'hidden']).split('\n')).toEqual([
      'tools.read(args: Record<string, JsonValue>): Promise<string> // Read a file',
      'odd',
      'calendar_create_event, calendar_list_events',
      'mail_delete, mail_list, mail_send',
    ])
    expect(digest(50).split('\n')).toEqual([
      'odd, read',
      'mail_delete, mail_list, mail_send',
      'By namespace, with the number of tools: calendar (2)',
    ])
    expect(digest(0)).toBe('')
  })

  test('never says more than it may, and nothing twice', () => {
    fc.assert(
      fc.property(
        fc.nat(300),
        fc.array(fc.constantFrom(...mail.map(({ name }) => name), 'hidden')),
        (tokens, pinned) => {
          const said = digest(tokens, pinned)
          expect(estimatedTokens(said)).toBeLessThanOrEqual(Math.max(tokens, 0))
          expect(said).toBe(digest(tokens, pinned))
          expect(said).not.toContain('hidden')
          for (const { name } of mail)
            expect(said.split(new RegExp(`\\b${name}\\b`)).length).toBeLessThanOrEqual(2)
        },
      ),
    )
  })
})
