import { describe, expect, test } from 'vitest'
import { longestPause } from './support/heartbeat.ts'
import { answers, sites } from './support/web-server.ts'

const site = sites()

const million = (piece: string): string => piece.repeat(Math.ceil(1_000_000 / piece.length))

/** Pages that are made to be costly, each within what is read of a page. */
const pages: Record<string, string> = {
  '20,000 elements inside each other': `${'<div>'.repeat(20_000)}deep`,
  'a million elements inside each other': `${'<i>'.repeat(1_000_000)}deep`,
  '20,000 paragraphs': `deep${'<p>Some words here</p>\n'.repeat(20_000)}`,
  'a million attributes': `<p ${'a=b '.repeat(1_000_000)}>deep`,
  'attributes without equal': `<p ${Array.from({ length: 300_000 }, (_, index) => `a${index}=b`).join(' ')}>deep`,
  'ends that end nothing': `<u>${'<b>'.repeat(500_000)}${'</i>'.repeat(500_000)}deep`,
  'lists inside each other': `${'<ul><li>'.repeat(300_000)}deep`,
  'quotes inside each other': `${'<blockquote>'.repeat(100_000)}deep${million('<br>x')}`,
  'tables inside each other': `${'<table><tr><td>'.repeat(200_000)}deep`,
  'tables that lay out lists': `deep${'<table><td><li>'.repeat(8)}${million('x<br>')}`,
  'half a million cells': `deep<table>${'<tr><td>x'.repeat(500_000)}`,
  'links with a long base': `deep<base href="https://e.example/${'a'.repeat(1900)}/">${million('<a href=x>y</a>')}`,
  entities: `deep${'&amp;'.repeat(900_000)}`,
  brackets: `deep${'<'.repeat(4_000_000)}`,
  'comments that never end': `deep${'<!--'.repeat(1_000_000)}`,
  'marks of code': `deep<code>${'`'.repeat(4_000_000)}`,
  'a style of spaces': `<p style="${';   '.repeat(1_000_000)}">deep`,
  'forms inside each other': `${'<form>'.repeat(500_000)}deep`,
}

describe('a page of', () => {
  for (const [name, html] of Object.entries(pages)) {
    test(`${name} is read in bounded time, and others get their turn`, async () => {
      expect(html.length).toBeLessThan(5_000_000)
      const { call, url } = await site(answers('text/html', html))
      const pause = await longestPause(500, async () => {
        const began = performance.now()
        const { value } = await call('web_fetch', { url: url(), maxChars: 100_000 })
        expect(performance.now() - began).toBeLessThan(20_000)
        expect((value as { text: string }).text).toMatch(/deep/)
        expect((value as { totalChars: number }).totalChars).toBeLessThanOrEqual(1_000_000)
      })
      expect(pause).toBeLessThan(500)
    })
  }
})
