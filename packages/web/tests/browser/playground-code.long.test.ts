import type { Presenter } from '@millrace/cards'
import { contentText } from '@millrace/protocol'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.ts'
import { eventually } from '../support/eventually.ts'
import { fakeHost, type FakeHost } from '../support/fake-host.ts'
import { noBrowser } from '../support/no-browser.ts'
import { openPage } from '../support/open-page.ts'

const declarations = `interface ToolArgsMap {
  /** Finds files. */
  glob: {
    pattern: string;
    path?: string;
  };
  /** Reads a file. */
  read: {
    path: string;
  };
}

interface ToolOutputMap {
  glob: string[];
  read: string;
}
`

/** Shows calls of a program as such. */
const programs: Presenter = {
  presentCall: (args) => ({
    card: 'generic',
    kind: 'execute',
    title: 'a program',
    rawInput: (args as { readonly code: string }).code,
  }),
  presentResult: (_args, { content }) => ({ card: 'code', result: contentText(content) }),
}

const program = (page: Page): Locator => page.getByRole('textbox', { name: 'Program' })

async function codePage(): Promise<{ readonly page: Page; readonly host: FakeHost }> {
  const host = await fakeHost()
  host.catalogue.declarations = declarations
  const { page } = await openPage(host, { fragment: '&/code' })
  await program(page).fill('')
  await page.getByText('What it can call').waitFor()
  await page.locator('.kit-section-aside', { hasText: '2' }).waitFor()
  return { page, host }
}

describe.skipIf(noBrowser)('the editor of programs', () => {
  it('completes calls and their arguments by the keyboard', async () => {
    const { page } = await codePage()
    await program(page).pressSequentially('await tools.')
    const choices = page.getByRole('listbox', { name: 'What can be called' })
    await eventually(() => choices.getByRole('option').allInnerTexts()).toEqual([
      'glob { pattern: string; path?: string; }',
      'read { path: string; }',
    ])
    await program(page).press('ArrowDown')
    await eventually(() => choices.getByRole('option', { selected: true }).innerText()).toContain('read')
    await program(page).press('Enter')
    await eventually(() => program(page).inputValue()).toBe('await tools.read({  })')
    await program(page).press('Enter')
    await eventually(() => program(page).inputValue()).toBe("await tools.read({ path: '' })")
    await program(page).pressSequentially('a.ts')
    await eventually(() => program(page).inputValue()).toBe("await tools.read({ path: 'a.ts' })")
    await eventually(() => choices.count()).toBe(0)
  })

  it('lets what it wrote be undone', async () => {
    const { page } = await codePage()
    await program(page).pressSequentially('tools.gl')
    await program(page).press('Tab')
    await eventually(() => program(page).inputValue()).toBe('tools.glob({  })')
    await program(page).press('Escape')
    await program(page).press('Control+z')
    await eventually(() => program(page).inputValue()).toBe('tools.gl')
  })

  it('indents with Tab, and is left with Esc and Tab', async () => {
    const { page } = await codePage()
    await program(page).press('Tab')
    await program(page).pressSequentially('if (a) {')
    await program(page).press('Enter')
    await program(page).pressSequentially('b')
    await eventually(() => program(page).inputValue()).toBe('  if (a) {\n    b')
    await program(page).press('Shift+Tab')
    await eventually(() => program(page).inputValue()).toBe('  if (a) {\n  b')
    await program(page).press('Escape')
    await program(page).press('Tab')
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Run')
  })

  it('is accessible', async () => {
    const { page } = await codePage()
    await program(page).pressSequentially('tools.')
    expect(await accessibilityProblems(page)).toEqual([])
  })
})

describe.skipIf(noBrowser)('a program', () => {
  it('is run as it is written, shown with what came of it, and kept for the next time', async () => {
    const { page, host } = await codePage()
    host.catalogue.program = async (code) => {
      host.catalogue.deeds.push(code)
      const session = await host.sessions.add({
        presenters: (name) => (name === 'run_code' ? programs : undefined),
      })
      const step = { turn: 1, step: 1, callId: 'run' }
      session.append('tool/call', { ...step, name: 'run_code', arguments: JSON.stringify({ code }) })
      const sub = {
        rootCallId: 'run',
        parentCallId: 'run',
        subCallId: 'run.1',
        name: 'echo',
        arguments: { a: 1 },
      }
      session.append('tool/code-dispatch-start', sub)
      session.append('tool/code-dispatch', { ...sub, isError: false, content: [{ type: 'text', text: '1' }] })
      session.append('tool/code-console', { callId: 'run', text: 'said on the console\n' })
      session.append('tool/result', {
        ...step,
        callSeq: 0,
        isError: false,
        content: [{ type: 'text', text: 'the result' }],
      })
      return session.id
    }
    await page.getByRole('button', { name: 'Catch a failure' }).click()
    const code = await program(page).inputValue()
    await program(page).press('Control+Enter')
    const result = page.getByRole('region', { name: 'Result' })
    await result.locator('[data-call="run"]').getByText('done').first().waitFor()
    expect(host.catalogue.deeds).toEqual([code])
    await result.locator('[data-call="run.1"]').waitFor()
    await result.getByText('said on the console').waitFor()
    await result.getByText('the result').first().waitFor()
    await page.evaluate("location.hash = '#/tools'")
    await result.waitFor({ state: 'detached' })
    await page.evaluate("location.hash = '#/code'")
    await result.getByText('the result').first().waitFor()
    await page.reload()
    await eventually(() => program(page).inputValue()).toBe(code)
  })
})

describe.skipIf(noBrowser)('the page of servers', () => {
  it('says how each stands, starts one again, and follows what changes', async () => {
    const host = await fakeHost()
    const broken = {
      name: 'broken',
      state: 'failed',
      isConnected: false,
      canRestart: true,
      launch: 'node broken.js',
      source: '.mcp.json:3',
      tools: [],
      lastError: 'spawn <b>ENOENT</b>',
      hint: 'look into: millrace mcp log broken',
    }
    host.catalogue.serverEntries = [broken]
    const { page } = await openPage(host, { fragment: '&/servers', expected: /status of 4\d\d/ })
    const server = page.getByRole('article', { name: 'broken' })
    await server.getByText('look into: millrace mcp log broken').waitFor()
    const shown = await server.innerText()
    for (const words of [
      'failed',
      'spawn <b>ENOENT</b>',
      'node broken.js',
      '.mcp.json:3',
      'millrace mcp log broken',
    ])
      expect(shown).toContain(words)
    host.catalogue.serverEntries = [
      {
        ...broken,
        state: 'connected',
        isConnected: true,
        tools: [{ name: 'mcp__broken__echo', description: 'Echoes.' }],
      },
    ]
    await server.getByRole('button', { name: 'Start again broken' }).click()
    await server.getByText('connected').first().waitFor()
    expect(host.catalogue.deeds).toEqual(['restart broken'])
    await server.getByText('1 tool').click()
    expect(await server.getByRole('link').getAttribute('href')).toBe('#/tools/mcp__broken__echo')
    expect(await accessibilityProblems(page)).toEqual([])
    host.catalogue.serverEntries = []
    host.desk.tell({ changed: 'servers' })
    await page.getByText('No server is declared here.').waitFor()
  })
})
