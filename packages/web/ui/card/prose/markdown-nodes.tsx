import type { MarkedToken, Token, Tokens } from 'marked'
import { Fragment, type ComponentChildren } from 'preact'
import { lex } from './lex.ts'
import { linesShown } from './lines-shown.ts'
import { Program } from './program.tsx'
import { WebLink } from './web-link.tsx'

/** Marks within each other beyond so many levels stand as they were written. */
const deepest = 16

/**
 * A part of a message as nodes: those of the list below, and text. Markup and pictures in it are text, too.
 * @returns `undefined` where the part is to stand as it was written.
 */
export function markdownNodes(text: string): ComponentChildren {
  const tokens = lex(text)
  return tokens === undefined ? undefined : nodesOf(tokens, 0)
}

function nodesOf(tokens: readonly Token[] | undefined, depth: number): ComponentChildren {
  return (tokens ?? []).map((token, index) => (
    <Fragment key={index}>
      {depth > deepest ? linesShown(token.raw) : nodeOf(token as MarkedToken, depth + 1)}
    </Fragment>
  ))
}

type Draw<T extends MarkedToken['type']> = (
  token: Extract<MarkedToken, { readonly type: T }>,
  depth: number,
) => ComponentChildren

/** What may be drawn, and how. Whatever stands in no list, such as markup and pictures, is shown as it was written. */
const drawn: { readonly [T in MarkedToken['type']]?: Draw<T> } = {
  space: () => null,
  paragraph: ({ tokens }, depth) => <p>{nodesOf(tokens, depth)}</p>,
  heading: ({ tokens, depth: level }, depth) => (
    <p class={`heading-${level}`} role="heading" aria-level={Math.min(6, level + 2)}>
      {nodesOf(tokens, depth)}
    </p>
  ),
  code: ({ text, lang }) => <Program text={text} language={/^[\w+#.-]*/.exec(lang ?? '')?.[0] ?? ''} />,
  blockquote: ({ tokens }, depth) => <blockquote>{nodesOf(tokens, depth)}</blockquote>,
  list: listNode,
  table: tableNode,
  hr: () => <hr />,
  strong: ({ tokens }, depth) => <strong>{nodesOf(tokens, depth)}</strong>,
  em: ({ tokens }, depth) => <em>{nodesOf(tokens, depth)}</em>,
  del: ({ tokens }, depth) => <del>{nodesOf(tokens, depth)}</del>,
  codespan: ({ text }) => <code>{linesShown(text)}</code>,
  br: () => <br />,
  link: linkNode,
  escape: ({ text }) => linesShown(text),
  text: (token, depth) =>
    'tokens' in token && token.tokens !== undefined
      ? nodesOf(token.tokens, depth)
      : linesShown(unescaped(token.text)),
  checkbox: ({ checked }) => <span class="task">{checked ? '☑ ' : '☐ '}</span>,
}

function nodeOf(token: MarkedToken, depth: number): ComponentChildren {
  const draw = drawn[token.type] as Draw<MarkedToken['type']> | undefined
  return draw === undefined ? linesShown(token.raw) : draw(token, depth)
}

function linkNode(token: Tokens.Link, depth: number): ComponentChildren {
  const { href, text, raw } = token
  return (
    <WebLink address={href} said={text} otherwise={linesShown(raw)}>
      {nodesOf(token.tokens, depth)}
    </WebLink>
  )
}

function listNode({ ordered, start, items }: Tokens.List, depth: number): ComponentChildren {
  const children = items.map((item, index) => <li key={index}>{nodesOf(item.tokens, depth)}</li>)
  return ordered ? <ol start={start === '' ? 1 : start}>{children}</ol> : <ul>{children}</ul>
}

function tableNode({ header, rows }: Tokens.Table, depth: number): ComponentChildren {
  return (
    <div class="table" role="region" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map((cell, index) => (
              <th key={index} class={cell.align ?? undefined} scope="col">
                {nodesOf(cell.tokens, depth)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} class={cell.align ?? undefined}>
                  {nodesOf(cell.tokens, depth)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const references: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}

/** The character references that models write; all others stand as they are. */
function unescaped(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (found) => references[found]!)
}
