import { HarnessError, type JsonObject } from '@millrace/protocol'
import { testTool } from '@millrace/testkit'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { accessibilityProblems } from '../support/accessibility.ts'
import { eventually } from '../support/eventually.ts'
import { fakeHost, type FakeHost } from '../support/fake-host.ts'
import { noBrowser } from '../support/no-browser.ts'
import { openPage } from '../support/open-page.ts'

const parameters = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Which file.' },
    limit: { type: 'integer', minimum: 1, maximum: 100 },
    ratio: { type: 'number' },
    deep: { type: 'boolean' },
    sort: { enum: ['path', 'newest'] },
    names: { type: 'array', items: { type: 'string' } },
    inner: { type: 'object', properties: { size: { type: 'integer' } }, required: ['size'] },
    target: {
      oneOf: [
        {
          type: 'object',
          properties: { kind: { const: 'file' }, path: { type: 'string' } },
          required: ['kind', 'path'],
        },
        {
          type: 'object',
          properties: { kind: { const: 'web' }, url: { type: 'string' } },
          required: ['kind', 'url'],
        },
      ],
    },
    other: { allOf: [{}] },
    env: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['path'],
} satisfies JsonObject

const json = (page: Page): Locator => page.getByRole('textbox', { name: 'Arguments as JSON' })

const call = (page: Page): Locator => page.getByRole('button', { name: 'Call', exact: true })

async function toolPage(
  example: JsonObject,
  prepare: (host: FakeHost) => void = () => {},
): Promise<{ page: Page; host: FakeHost }> {
  const host = await fakeHost([testTool({ name: 'look' }), testTool({ name: 'other' })])
  host.catalogue.toolEntries = host.catalogue.toolEntries.map((tool) =>
    tool.name === 'look' ? { ...tool, description: 'Looks at things.', parameters, example } : tool,
  )
  prepare(host)
  const { page } = await openPage(host, { fragment: '&/tools/look', expected: /status of 4\d\d/ })
  await json(page).waitFor()
  return { page, host }
}

/** The arguments that the JSON view has. */
const written = async (page: Page): Promise<unknown> => JSON.parse(await json(page).inputValue())

describe.skipIf(noBrowser)('the form of a call', () => {
  it('writes the JSON beside it, whatever the kind of a value', async () => {
    const { page } = await toolPage({})
    await page.getByLabel('path', { exact: true }).first().fill('a.ts\nb')
    await page.getByLabel('limit').fill('12345678901234567890')
    await page.getByLabel('ratio').fill('1.50')
    await page.getByLabel('deep').selectOption('true')
    await page.getByLabel('sort').selectOption('newest')
    await page.getByRole('button', { name: 'Add an item to names' }).click()
    await page.getByRole('textbox', { name: 'item 1' }).fill('one')
    await page.getByRole('group', { name: 'inner' }).getByRole('button', { name: 'Add' }).click()
    await page.getByLabel('size').fill('3')
    await page.getByLabel('Form of target').selectOption('kind: "web"')
    await page.getByLabel('url').fill('https://example.org')
    await page.getByLabel('other').fill('{"any": [1]}')
    await page.getByRole('group', { name: 'env' }).getByRole('button', { name: 'Add' }).click()
    await page.getByLabel('Name of the new member').fill('HOME')
    await page.getByRole('button', { name: 'Add a member' }).click()
    await page.getByRole('textbox', { name: 'HOME' }).fill('/tmp')
    await eventually(() => json(page).inputValue()).toContain('"limit": 12345678901234567890')
    await eventually(() => json(page).inputValue()).toContain('"ratio": 1.50')
    await eventually(() => written(page)).toMatchObject({
      path: 'a.ts\nb',
      deep: true,
      sort: 'newest',
      names: ['one'],
      inner: { size: 3 },
      target: { kind: 'web', url: 'https://example.org' },
      other: { any: [1] },
      env: { HOME: '/tmp' },
    })
    await page.getByRole('button', { name: 'Remove names' }).click()
    await eventually(() => written(page)).not.toHaveProperty('names')
  })

  it('follows the JSON, and keeps the last that was any', async () => {
    const { page } = await toolPage({ path: 'a.ts' })
    await json(page).fill('{"path":"b.ts","target":{"kind":"file","path":"c"},"extra":{"x":1}}')
    await eventually(() => page.getByLabel('path', { exact: true }).first().inputValue()).toBe('b.ts')
    await eventually(() => page.getByLabel('Form of target').inputValue()).toBe('0')
    await json(page).fill('{"path":')
    await eventually(() => page.getByLabel('path', { exact: true }).first().inputValue()).toBe('b.ts')
    await eventually(() => call(page).isDisabled()).toBe(true)
    await json(page).fill('[]')
    await page.getByText('Arguments have to be a JSON object.').waitFor()
    await eventually(() => call(page).isDisabled()).toBe(true)
  })

  it('says what a field can tell is wrong, and sends no number that is half typed', async () => {
    const { page } = await toolPage({})
    await page.getByText('required, and not there').waitFor()
    await page.getByLabel('limit').fill('101')
    await page.getByText('more than 100').waitFor()
    await page.getByLabel('limit').fill('1e')
    await page.getByText('not a number').waitFor()
    await eventually(() => call(page).isDisabled()).toBe(true)
    await page.getByLabel('limit').fill('')
    await eventually(() => written(page)).toEqual({})
  })
})

describe.skipIf(noBrowser)('a call that is made by hand', () => {
  it('sends the text as it is, and shows what came of it in three forms', async () => {
    const { page, host } = await toolPage({ path: 'a.ts' }, ({ sessions }) => {
      sessions.value = () => Promise.resolve({ kind: 'value', value: { raw: 'the raw value' } })
    })
    await json(page).fill('{ "path": "b.ts",  "limit": 1.0 }')
    await json(page).press('Control+Enter')
    const result = page.getByRole('region', { name: 'Result' })
    await result.locator('[data-call]').getByText('done').waitFor()
    expect(host.catalogue.deeds).toEqual(['call look { "path": "b.ts",  "limit": 1.0 }'])
    await result.getByText('{"path":"b.ts","limit":1}').last().waitFor()
    await result.getByText('the raw value').waitFor()
    await result.getByRole('link', { name: 'Open its session' }).click()
    await page.getByRole('heading', { name: 'call look' }).waitFor()
  })

  it('is still there when somebody comes back to its tool', async () => {
    const { page, host } = await toolPage({ path: 'a.ts' })
    await call(page).click()
    const result = page.getByRole('region', { name: 'Result' })
    await result.locator('[data-call]').getByText('done').waitFor()
    await page.evaluate("location.hash = '#/tools/other'")
    await page.getByRole('article', { name: 'other' }).waitFor()
    expect(await result.count()).toBe(0)
    await page.evaluate("location.hash = '#/rules'")
    await page.getByRole('heading', { name: 'Rules of this folder' }).waitFor()
    await page.evaluate("location.hash = '#/tools/look'")
    await result.locator('[data-call]').getByText('done').waitFor()
    expect(host.catalogue.deeds).toHaveLength(1)
  })

  it('says in place why it cannot be made', async () => {
    const { page } = await toolPage({ path: 'a.ts' }, ({ catalogue }) => {
      catalogue.call = () => Promise.reject(new HarnessError('INVALID_ARGS', 'the path is missing'))
    })
    await call(page).click()
    await page.getByRole('alert').getByText('the path is missing').waitFor()
    await eventually(() => call(page).isEnabled()).toBe(true)
  })
})

describe.skipIf(noBrowser)('the list of tools', () => {
  it('is filtered by words, leads to each, and is asked for again when it changes', async () => {
    const { page, host } = await toolPage({})
    const list = page.getByRole('navigation', { name: 'Tools', exact: true })
    await page.getByRole('searchbox', { name: 'Filter tools' }).fill('things look')
    expect(await list.getByRole('link').allInnerTexts()).toHaveLength(1)
    await page.getByRole('searchbox', { name: 'Filter tools' }).fill('nothing')
    await list.getByText('No tool matches.').waitFor()
    host.catalogue.toolEntries = host.catalogue.toolEntries.map((tool) => ({
      ...tool,
      name: `nothing-${tool.name}`,
    }))
    host.desk.tell({ changed: 'tools' })
    await eventually(() => list.getByRole('link').count()).toBe(2)
    await page.getByText('There is no tool look here now.').waitFor()
  })

  it('is accessible', async () => {
    const { page } = await toolPage({ path: 'a', names: ['b'], target: { kind: 'file', path: 'c' } })
    expect(await accessibilityProblems(page)).toEqual([])
  })

  verifies(['security:M1'], 'shows what a server says of its tools as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>\u202e\u001b[31m'
    const { page } = await toolPage({}, ({ catalogue }) => {
      catalogue.toolEntries = catalogue.toolEntries.map((tool) => ({
        ...tool,
        source: hostile,
        why: hostile,
        description: hostile,
        parameters: {
          type: 'object',
          properties: {
            [hostile]: { type: 'string', description: hostile, enum: [hostile], default: hostile },
          },
          required: [hostile],
        },
      }))
    })
    const shown = await page.locator('.tools').innerText()
    expect(shown).toContain(String.raw`<img src=x onerror=alert(1)>\u{202e}\u{1b}[31m`)
    expect(['\u202e', '\u001b'].filter((each) => shown.includes(each))).toEqual([])
    expect(await page.locator('.tools img').count()).toBe(0)
  })
})
