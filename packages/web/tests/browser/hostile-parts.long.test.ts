import { HarnessError, type JsonObject } from '@millrace/protocol'
import type { RuleEntry, ServerEntry, TestedCall, ToolEntry } from '@millrace/web/wire'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { fakeHost, type FakeHost } from '../support/fake-host.ts'
import { noBrowser } from '../support/no-browser.ts'
import { openPage } from '../support/open-page.ts'
import { expectHarmless } from './hostile-look.ts'
import { naughty, own } from './hostile-texts.ts'

const texts = [...new Set([...own, ...naughty])]
const refused = /status of [45]\d\d/

async function pageOf(host: FakeHost, fragment: string): Promise<Page> {
  const { page } = await openPage(host, { fragment, expected: refused })
  return page
}

/** Opens whatever can be opened, level by level. */
async function openAll(page: Page): Promise<void> {
  for (let level = 0; level < 3; level++) {
    await page.evaluate(async () => {
      for (const each of document.querySelectorAll('details')) each.open = true
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    })
  }
}

function schemaOf(some: readonly string[]): JsonObject {
  const member = (text: string, at: number): JsonObject => {
    const said = { description: text, default: text, examples: [text], title: text }
    if (at % 6 === 1) return { ...said, enum: some.slice(at, at + 5) }
    if (at % 6 === 2) return { ...said, type: 'array', items: { type: 'string', pattern: text } }
    if (at % 6 === 3)
      return { ...said, anyOf: [{ title: text, type: 'object' }, { const: text }, { $ref: text }] }
    if (at % 6 === 4) return { ...said, type: text, format: text, $ref: `#/${text}` }
    if (at % 6 === 5)
      return { ...said, type: 'object', properties: { [text]: { description: text } }, required: [text] }
    return { ...said, type: 'string', pattern: text, format: text }
  }
  const properties = Object.fromEntries(some.map((text, at) => [text, member(text, at)]))
  return { type: 'object', description: 'all', properties, required: some.slice(0, 200) }
}

const example = (some: readonly string[]): JsonObject =>
  Object.fromEntries(
    some.map((text, at) => [text, [text, text, [text], { [text]: text }, text, { [text]: text }][at % 6]!]),
  )

const tools = (): ToolEntry[] =>
  texts.map((text, at) => ({
    name: text === '' ? 'none' : text,
    description: text,
    kind: text,
    source: text,
    permission: (['auto', 'ask', 'deny'] as const)[at % 3]!,
    why: text,
    parameters: schemaOf([text]),
    output: schemaOf([text]),
    example: example([text]),
  }))

describe.skipIf(noBrowser)('whatever was written is text in', () => {
  verifies(
    ['security:D3', 'fault:B148'],
    'the tools: names, descriptions, schemas, forms, examples',
    async () => {
      const host = await fakeHost()
      const of = own.filter((text) => text.length < 2_000)
      const all = { parameters: schemaOf(of), output: schemaOf(of), example: example(of) }
      host.catalogue.toolEntries = [...tools(), { ...tools()[0]!, name: 'all', ...all }]
      const page = await pageOf(host, '&/tools')
      await page.locator('.tools-list li').nth(texts.length).waitFor()
      await expectHarmless(page)
      for (const tool of ['all', ...own.filter((_, at) => at % 12 === 0)]) {
        await page.evaluate((to) => (location.hash = `#/tools/${encodeURIComponent(to)}`), tool)
        await page.locator('.tools-tool').waitFor()
        await openAll(page)
        await expectHarmless(page)
      }
    },
  )

  verifies(['security:D3', 'fault:B148'], 'the servers: names, launches, errors, tools', async () => {
    const host = await fakeHost()
    const server = (text: string): ServerEntry => ({
      name: text,
      state: text,
      isConnected: text.length % 2 === 0,
      canRestart: true,
      launch: text,
      source: text,
      era: text,
      version: text,
      tools: [{ name: text, description: text, problem: text }],
      problems: [text],
      lastError: text,
      hint: text,
    })
    host.catalogue.serverEntries = texts.map(server)
    host.catalogue.restartServer = (name) =>
      name.startsWith('<img') ? Promise.resolve() : Promise.reject(new HarnessError(name, name))
    const page = await pageOf(host, '&/servers')
    await page
      .locator('.servers-server')
      .nth(texts.length - 1)
      .waitFor()
    await openAll(page)
    const restarts = page.locator('.servers-server button')
    for (let at = 0; at < own.length; at += 10) await restarts.nth(at).dispatchEvent('click')
    await page.locator('.servers-server .kit-problem').nth(8).waitFor()
    await expectHarmless(page)
  })

  verifies(
    ['security:D3', 'fault:B148'],
    'the rules: what they are, what they decide, what others would',
    async () => {
      const host = await fakeHost()
      const lists = ['deny', 'ask', 'allow'] as const
      const decided = (text: string) => ({ session: text, callId: text, tool: text, subject: text, at: 0 })
      const rule = (text: string, at: number): RuleEntry => ({
        list: lists[at % 3]!,
        rule: text,
        layer: text,
        source: text,
        reason: text,
        idle: text,
        decided: [decided(text)],
        fired: at % 2,
      })
      const part = (text: string): TestedCall['parts'][number] => ({
        part: text,
        verdict: 'ask',
        rule: text,
        source: text,
        reason: text,
        via: [text],
        overruled: [text],
      })
      host.catalogue.report = {
        mode: 'default',
        modeSource: own[0]!,
        sandbox: own[1]!,
        rules: texts.map(rule),
        problems: texts.map((text) => ({ list: 'ask', rule: text, source: text, problem: text })),
        grants: texts.map((text, at) => ({ id: String(at), rule: text, words: text })),
        callsRead: 3,
      }
      const suggestions = texts.map((text) => [text, `${text}.`])
      host.catalogue.tested = { verdict: 'ask', parts: texts.map(part), suggestions }
      const call = (text: string) => ({
        callId: text,
        tool: text,
        subject: text,
        differs: true,
        because: text,
      })
      host.catalogue.replayed = {
        sessions: texts.map((text, at) => ({ id: `${at}`, title: text, calls: [call(text)] })),
        unused: texts.map((text) => ({ list: 'deny', rule: text, idle: text })),
        problems: texts,
        differ: 1,
        same: 1,
        unjudged: 1,
      }
      const page = await pageOf(host, '&/rules')
      await page.locator('.rules-list').last().waitFor()
      await openAll(page)
      await page.locator('.rules-tester input').fill('<b onclick=alert(1)>')
      await page.locator('.rules-tester button[type=submit]').click()
      await page.locator('.rules-suggestions').waitFor()
      await page.locator('.rules-replay .main').click()
      await page.locator('.rules-unused').waitFor()
      await expectHarmless(page)
    },
  )
})
