/** How a command of the pages is run, where it is not run to its end with nobody there. */
export type Manner =
  /** It serves until it is ended: by Ctrl+C once it has printed this, or by the end of its input once it answered. */
  | { readonly kind: 'serves'; readonly prints: RegExp; readonly exits: number }
  | { readonly kind: 'answers'; readonly request: object }
  /** Something else runs it, or what it stands for. */
  | { readonly kind: 'elsewhere'; readonly reason: string }

const request = (protocolVersion: string | number, more: object): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, ...more },
})

const mcpClient = { capabilities: {}, clientInfo: { name: 'test', version: '1' } }

const manners: readonly (readonly [RegExp, Manner])[] = [
  [/^npm ci && npm test\b/, { kind: 'elsewhere', reason: '.ci/run does it in a clean clone' }],
  [
    /^npm ci && npm start\b/,
    { kind: 'elsewhere', reason: 'start is the tour, which code-process.test.ts plays' },
  ],
  [/^millrace tour\b/, { kind: 'elsewhere', reason: 'packages/cli/tests plays it' }],
  [/^npm install .*\bmillrace\b/, { kind: 'elsewhere', reason: 'tests/pack.test.ts installs the tarballs' }],
  [/^npm run bench\b/, { kind: 'elsewhere', reason: 'it takes minutes' }],
  [/^millrace mcp (login|logout)\b/, { kind: 'elsewhere', reason: 'mcp-login.test.ts has a server for it' }],
  [/^millrace web\b/, { kind: 'serves', prints: /^http:\/\/127\.0\.0\.1:\d+\/#token=/m, exits: 130 }],
  [/^millrace mcp serve .*--http\b/, { kind: 'serves', prints: /http:\/\/127\.0\.0\.1:\d+/, exits: 130 }],
  [
    /^millrace mcp serve\b(?!.*--print-config)/,
    { kind: 'answers', request: request('2025-06-18', mcpClient) },
  ],
  [
    /^millrace acp\b(?!.*--print-config)/,
    { kind: 'answers', request: request(1, { clientCapabilities: {} }) },
  ],
]

/** How a command is run; `undefined` for those that run to their end. */
export function mannerOf(text: string): Manner | undefined {
  const command = text.replace(/^npx millrace\b/, 'millrace')
  return manners.find(([pattern]) => pattern.test(command))?.[1]
}

/** The programs that pages may name: whatever runs in the scratch project. */
const known = /^(?:npx )?millrace\b|^(?:git|jq|mkdir|cd|cat|echo|printf|export|source|ls|node|npm test)\b/

/** Whether it is known what the command does when it is run. */
export const isKnown = (text: string): boolean => known.test(text)

const looks =
  /^millrace(?: (?:tools|help|config|sessions(?! remove)|replay|explain|policy replay|completion|permissions(?! revoke))\b[^>|]*)?$/

/** Whether a command only looks at what is there, so that having run on one page is enough. */
export function onlyLooks(text: string): boolean {
  return looks.test(text.replace(/\s*(?:^|\s)#.*$/, '').replace(/^npx millrace\b/, 'millrace'))
}
