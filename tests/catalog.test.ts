import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BellWorkspace, removeBells } from './support/bell-workspace.ts'

const bell = 'packages/bell/src/bell.ts'
const stale = 'is not what the sources say: run npm run gen-catalog'
const patience = 600_000

let written: BellWorkspace
let flaws: string[]

beforeAll(async () => {
  written = BellWorkspace.blank()
  flaws = await written.write()
}, patience)

afterAll(removeBells)

describe('the catalogue of a workspace', () => {
  test('is written without a complaint', () => expect(flaws).toEqual([]))

  test('tells of a service what can be done with it, and where it stands', () => {
    expect(written.read('docs/en/packages/bell.md')).toContain(
      [
        '#### `ctx.bell.ring()`',
        'Sounds at once.',
        '- `times`: whole, above 0.\n- Returns the ring as it was heard.',
        '```typescript\nring(times: number): Ring\n```',
        'Types: [`Ring`](../api/bell.md#interface-ring)',
        'Source: [packages/bell/src/bell.ts:43](../../../packages/bell/src/bell.ts#L43)',
      ].join('\n\n'),
    )
  })

  test('tells of an event how it is dispatched', () => {
    expect(written.read('docs/en/packages/bell.md')).toContain(
      [
        '### `bell/rung`',
        'Mode: emit',
        'Somebody stands at the door and waits.',
        "```typescript\n'bell/rung'(ring: Ring): void\n```",
        'Types: [`Ring`](../api/bell.md#interface-ring)',
      ].join('\n\n'),
    )
  })

  test('shows a class without its bodies and without what is private', () => {
    expect(written.read('docs/en/api/bell.md')).toContain(
      [
        '```typescript',
        'class Bell {',
        '  constructor(ctx: Context)',
        '  /**',
        '   * Sounds at once.',
        '   * @param times - whole, above 0.',
        '   * @returns the ring as it was heard.',
        '   */',
        '  ring(times: number): Ring',
        '}',
        '```',
      ].join('\n'),
    )
  })

  test('is the same on both sides of a page', () => {
    const generated = (page: string): string => page.slice(page.indexOf('<!--'))
    const [english, japanese] = ['en', 'ja'].map((language) => written.read(`docs/${language}/api/bell.md`))
    expect(generated(japanese ?? '')).toBe(generated(english ?? ''))
  })

  test('is right as long as nothing changes', { timeout: patience }, async () => {
    expect(await written.copy().verify()).toEqual([])
  })
})

describe('a change that was not written into the pages', () => {
  const changes = [
    { of: 'a public signature', before: 'ring(times: number): Ring {', after: 'ring(times = 1): Ring {' },
    { of: 'a doc comment', before: 'Sounds at once.', after: 'Sounds in a moment.' },
  ]

  test.each(changes)('is found: $of', { timeout: patience }, async ({ before, after }) => {
    const changed = written.copy()
    changed.change(bell, before, after)
    const pages = ['packages', 'api'].map((folder) =>
      expect.stringMatching(`^docs/en/${folder}/bell.md:\\d+ ${stale}$`),
    )
    expect(await changed.verify()).toEqual(expect.arrayContaining(pages))
  })

  test("is found: an event's mode", { timeout: patience }, async () => {
    const changed = written.copy()
    changed.change(bell, '@mode waterfall', '@mode serial')
    changed.change(bell, "this.ctx.waterfall('bell/muffle', { times }, () => ({ times }))", '{ times }')
    changed.change(
      bell,
      "this.tell('bell/rung', ring)",
      "void this.ctx.serial('bell/muffle', ring, () => ring)",
    )
    expect(await changed.verify()).toContainEqual(
      expect.stringMatching(`^docs/ja/packages/bell.md:\\d+ ${stale}$`),
    )
  })
})

describe('pages that are wrong', () => {
  let found: string[]

  beforeAll(async () => {
    const wrong = written.copy()
    wrong.remove('docs/ja/api/bell.md')
    wrong.change('docs/en/packages/bell.md', '#interface-ring', '#interface-gong')
    wrong.change(
      'README.md',
      '# Bells',
      '# Bells\n\n[Its source](packages/bell/src/bell.ts#L900), [more](more.md)',
    )
    wrong.change('docs/en/packages/bell.md', '# Bell\n', '# Bell\n\n```ts\nring()\n```\n')
    wrong.change('packages/bell/README.md', '# bell', '# bell\n\n[Its page](../../docs/en/packages/gong.md)')
    wrong.change('examples/door/README.md', '# A door', '# A door\n\n[The next one](../window.md)')
    found = await wrong.verify()
  }, patience)

  test.each([
    'docs/ja/api/bell.md is missing: every page has both languages',
    'docs/en/packages/bell.md:7 links to ../api/bell.md#interface-gong, but docs/en/api/bell.md has no such heading: take the anchor of one that it has',
    'README.md:3 links to packages/bell/src/bell.ts#L900, but packages/bell/src/bell.ts has 52 lines: correct the line',
    'README.md:3 links to more.md, which is not there: correct the path or remove the link',
    'packages/bell/README.md:3 links to ../../docs/en/packages/gong.md, which is not there: correct the path or remove the link',
    'examples/door/README.md:3 links to ../window.md, which is not there: correct the path or remove the link',
    'docs/ja/packages/bell.md:9 has not the code of docs/en/packages/bell.md:3: both sides show the same code, in the same order',
  ])('are found: %s', (flaw) => expect(found).toContain(flaw))
})

describe('sources that are wrong', () => {
  let found: string[]

  beforeAll(async () => {
    const wrong = written.copy()
    wrong.change(bell, '/** How often a bell sounds, and how loud in decibels. */\n', '')
    wrong.change(bell, '/** Rings for whoever stands at the door. */', '/** The bell. */')
    wrong.change(bell, '@mode emit', '@mode parallel')
    wrong.change(bell, '* @mode waterfall\n', '* Sometimes.\n')
    wrong.change(
      bell,
      "this.ctx.waterfall('bell/muffle'",
      "this.ctx.waterfall('bell/dampen' as 'bell/muffle'",
    )
    wrong.change(
      bell,
      '  private tell(',
      '  any(name: keyof Events): void {\n    this.ctx.emit(name)\n  }\n\n  private tell(',
    )
    found = await wrong.verify()
  }, patience)

  const mending = 'say what its type does not (units, shape, errors, source)'

  test.each([
    `${bell}:4 the export Ring has no doc comment: ${mending}`,
    `${bell}:28 the export Bell has a doc comment of fewer than 3 words: ${mending}`,
    `${bell}:44 dispatches bell/rung by emit, but ${bell}:18 declares @mode parallel: correct one of them`,
    `${bell}:23 the event bell/muffle declares no dispatch mode: add @mode with one of emit, parallel, serial, bail, waterfall`,
    `${bell}:23 the event bell/muffle is dispatched by nothing: dispatch it or remove it`,
    `${bell}:43 dispatches bell/dampen, which no package declares: add it to the Events of Cordis with its @mode`,
    `${bell}:49 dispatches an event whose name or mode cannot be followed to a text: pass it as a literal, or give it the type of a few literals`,
  ])('are found: %s', (flaw) => expect(found).toContain(flaw))
})
