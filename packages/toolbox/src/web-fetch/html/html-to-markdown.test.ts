import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../../tests/spec/verifies.ts'
import { Pace } from '../../workspace/pace.ts'
import { htmlToMarkdown, type MarkdownPage } from './html-to-markdown.ts'

const address = new URL('https://example.com/dir/page')
const read = (html: string): Promise<MarkdownPage> =>
  htmlToMarkdown(html, address, new Pace(new AbortController().signal))

const cases: Record<string, readonly (readonly [html: string, markdown: string])[]> = {
  'text and paragraphs': [
    ['', ''],
    ['plain < text & more &lt;b&gt; &amp;amp; &euro;&#8364;&#x20AC;', 'plain < text & more <b> &amp; €€€'],
    ['<p>one\n  two\t three<p>four</p>five', 'one two three\n\nfour\n\nfive'],
    ['<p>one<br>two<br><br>three</p>', 'one\ntwo\n\nthree'],
    ['<div><div>one</div><div>two</div></div>', 'one\n\ntwo'],
    ['a&nbsp;b  c', 'a b c'],
    ['one<hr>two', 'one\n\n---\n\ntwo'],
    ['a</p>b</br>c', 'a\n\nb\nc'],
  ],
  headings: [
    ['<h1>Hello <b>World</b></h1>x', '# Hello **World**\n\nx'],
    ['<h2>A<br>B<div>C</div></h2><h6>D</h6>', '## A B C\n\n###### D'],
    ['<section><h3></h3>x</section>', 'x'],
  ],
  emphasis: [
    ['a <b>b</b> <em>c</em> <s>d</s>', 'a **b** *c* ~~d~~'],
    ['a<strong> b </strong>c', 'a **b** c'],
    ['<b></b><b> </b>x', 'x'],
    ['<b><p>x</p><p>y</p></b>', '**x**\n\n**y**'],
    ['<b><i>x</b></i>y', '***x***y'],
  ],
  links: [
    ['<a href="/x(1)">a <b>b</b></a>', '[a **b**](https://example.com/x%281%29)'],
    [
      '<a href="y">a</a> <a href="//h.example/z">b</a>',
      '[a](https://example.com/dir/y) [b](https://h.example/z)',
    ],
    ['<base href="https://other.example/b/"><a href="c">d</a>', '[d](https://other.example/b/c)'],
    ['<a href="javascript:alert(1)">a</a> <a href=" data:x">b</a> <a href="#c">c</a> <a>d</a>', 'a b c d'],
    ['<a href="java\nscript:alert(1)">a</a> <a href="vbscript:x">b</a> <a href="mailto:x@y">c</a>', 'a b c'],
    ['<a href="/card"><h3>Title</h3><p>Text</p></a> tail', '[Title Text](https://example.com/card) tail'],
    ['<a href=x>a<a href=y>b</a>', '[a](https://example.com/dir/x)[b](https://example.com/dir/y)'],
    ['<a href=x></a><a href=x><img alt="a picture" src=y></a>', '[![a picture]](https://example.com/dir/x)'],
  ],
  lists: [
    ['<ul><li>a<li>b<ul><li>c</ul><li>d</ul>e', '- a\n- b\n  - c\n- d\n\ne'],
    ['<ol start=9><li>a<li><p>b</p><p>c</p></ol>', '9. a\n10. b\n\n    c'],
    ['<ul><li></li><li> </li><li>x</li></ul>', '- x'],
    ['<li>a<li>b', '- a\n- b'],
    ['<dl><dt>T<dd>D<dd><p>x<p>y<dt>U</dl>', 'T\n: D\n: x\n\n  y\n\nU'],
    ['<ul><li><pre>a\nb</pre></ul>', '- ```\n  a\n  b\n  ```'],
  ],
  'quotes and code': [
    ['<blockquote><p>a</p><ul><li>b</ul></blockquote>c', '> a\n>\n> - b\n\nc'],
    ['<pre><code class="x language-ts">a = `b`\n  c &lt; d\n</code></pre>', '```ts\na = `b`\n  c < d\n```'],
    ['<pre>```</pre>', '````\n```\n````'],
    ['<pre><div>a</div><div>b<br>c</div></pre>', '```\na\nb\nc\n```'],
    ['<code>a  b</code> <kbd>`</kbd> <code></code>', '`a b` `` ` ``'],
    ['<b><pre>x</pre></b>y', '```\nx\n```\n\ny'],
  ],
  tables: [
    ['<table><tr><th>A<th>B<tr><td>1|2<td>3<br>4</table>', '| A | B |\n| --- | --- |\n| 1\\|2 | 3<br>4 |'],
    [
      '<table><caption>C</caption><thead><tr><td>a<td>b</thead><tr><td>c</table>x',
      'C\n\n| a | b |\n| --- | --- |\n| c |\n\nx',
    ],
    ['<table><tr><td><h2>N</h2><ul><li>x</ul><td>B</table>', '## N\n\n- x\n\nB'],
    ['<table><tr><td>1.<td>Title</table>', '1. Title'],
    [
      '<table><tr><td>a<table><tr><td>1<td>2<tr><td>3<td>4</table><td>b</table>',
      'a\n\n| 1 | 2 |\n| --- | --- |\n| 3 | 4 |\n\nb',
    ],
    [
      '<p>before<table>stray<tr><td>a<td>b<tr><td>c<td>d</table>',
      'before\n\nstray\n\n| a | b |\n| --- | --- |\n| c | d |',
    ],
    ['<div><table><tr><td>a</div><td>b<tr><td>c', '| a | b |\n| --- | --- |\n| c |'],
    ['<td>no table</td><tr>x', 'no table\n\nx'],
  ],
  'what is not shown': [
    ['<script>if (a<b) "</div>"</script>a<style>b</style><noscript>c</noscript><template>d</template>', 'a'],
    ['<svg><title>t</title><text>x</text><path/></svg>a<iframe>b</iframe><select><option>c</select>', 'a'],
    ['<div hidden>a<div>b</div>c</div>d<p hidden>e<p>f<ul><li hidden>g<li>h</ul>', 'd\n\nf\n\n- h'],
    [
      '<i style="color:red;display : none">a</i><b style="Visibility:hidden">b</b><u style="display:block">c</u>',
      'c',
    ],
    ['<x-y hidden>a<x-y>b</x-y>c</x-y>d<dialog>e</dialog><dialog open>f</dialog>', 'd\n\nf'],
    [
      '<table><tr hidden><td>a<tr><td>b<td hidden>c<td>d<tr><td>e</table>',
      '| b |  | d |\n| --- | --- | --- |\n| e |',
    ],
    ['<div hidden><table><tr><td>a</table>b</div>c<!-- d --><![CDATA[e]]>', 'c'],
    ['a\u202eb\u200bc\u00add\u{e0041}e&#x202e;\ufefff\0g', 'abcdefg'],
    ['<details><summary>a</summary>b</details><button>c</button>', 'a\n\nb\n\nc'],
  ],
}

describe('htmlToMarkdown', () => {
  for (const [title, pairs] of Object.entries(cases)) {
    test.each(pairs)(`${title}: %s`, async (html, markdown) => {
      expect((await read(html)).markdown).toBe(markdown)
    })
  }

  test('finds the title, and none in a picture', async () => {
    const { title } = await read('<svg><title>no</title></svg><title> A &amp;\n B </title><title>C</title>')
    expect(title).toBe('A & B')
    expect(await read('x<title> </title>')).not.toHaveProperty('title')
  })

  test('ends a link that goes on over many blocks', async () => {
    const { markdown } = await read(`<a href=x>${'<p>words and words</p>'.repeat(100)}`)
    expect(markdown).toMatch(/^\[[^\]]{500,600}\]\(https:\/\/example.com\/dir\/x\)\n\nwords/)
  })

  test('a long table is put together in parts that keep its head', async () => {
    const { markdown } = await read(`<table><tr><th>H<th>I${'<tr><td>a<td>b'.repeat(12_000)}</table>`)
    expect(markdown.split('| H | I |')).toHaveLength(4)
    expect(markdown.split('| a | b |')).toHaveLength(12_001)
  })

  verifies(['fault:B026'], 'is cut at its limit between two characters', async () => {
    for (const lead of ['', 'a']) {
      const { markdown, isCut } = await read(`<p>${lead}${'😀'.repeat(600_000)}</p>`)
      expect(isCut).toBe(true)
      expect(markdown.length).toBeGreaterThan(999_990)
      expect(markdown.length).toBeLessThanOrEqual(1_000_000)
      expect(markdown.isWellFormed()).toBe(true)
    }
  })

  test('ends at an abort', async () => {
    const controller = new AbortController()
    const reading = htmlToMarkdown('<div>x'.repeat(800_000), address, new Pace(controller.signal))
    setTimeout(() => controller.abort(new Error('enough')), 1)
    await expect(reading).rejects.toThrow('enough')
  })

  test('any soup of tags becomes a text without hidden words', async () => {
    const names =
      'p div b i a ul ol li dl dt dd table tr td th caption pre code h1 blockquote br hr img svg script x-y'
    const tag = fc.constantFrom(...names.split(' '))
    const piece = fc.oneof(
      tag.map((name) => `<${name}>`),
      tag.map((name) => `</${name}>`),
      tag.map((name) => `<${name} href="/a" alt=b>`),
      fc.constantFrom('word', ' ', '\n', '&amp;', '<', '`', '|', '*'),
      // A part of a table ends what is open around it, in browsers as well.
      tag
        .filter((name) => !/^(?:br|hr|img|t[rdh]|caption)$/.test(name))
        .map((name) => `<x-z hidden><${name}>SECRET</x-z>`),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const { markdown, title = '' } = await read(pieces.join(''))
        expect(`${markdown}${title}`).not.toContain('SECRET')
        expect(markdown.trim()).toBe(markdown)
        expect(markdown).not.toMatch(/\n{4}/)
      }),
      { numRuns: 500 },
    )
  })
})
