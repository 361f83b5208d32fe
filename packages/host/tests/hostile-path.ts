import fc from 'fast-check'
import type { Tree } from './canary.ts'

const piece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('..', '.', '', 'a', 'b', 'one', 'two', 'secret', 'ws', 'links', 'outside'),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'dir',
      'to-root',
      'deep',
      'out',
      'out-file',
      'out-absolute',
      'out-twin',
      'out-back',
      'absolute',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '~',
      '~root',
      'C:',
      'C:\\boot',
      '...',
      '.. ',
      ' ..',
      '%2e%2e',
      '..%2f',
      '..\\',
      '\u2024\u2024',
      'ws-evil',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('proc', 'self', 'root', 'cwd', 'fd', 'dev', 'etc', 'passwd') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '\0',
      'a\0',
      '\n',
      '\u202e',
      'e\u0301',
      '\u00e9',
      '\ud800',
      'x'.repeat(256),
      'y'.repeat(5000),
    ),
  },
)

const known = fc.constantFrom(
  'a/one',
  'a/b/two',
  '~/home',
  'links/dir/b/two',
  'links/chain',
  'links/absolute/two',
  'links/to-root/top',
  'links/out/secret',
  'links/out-twin',
  'links/to-root/../secret',
  '../ws-evil/secret',
  '../outside/secret',
  'links/../../outside/dir/secret',
)

/** The end of a path: hostile pieces alone, or some of them put into a path that leads somewhere. */
export const hostileTail: fc.Arbitrary<string> = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 7 }).map((pieces) => pieces.join('/')),
  known,
  fc.tuple(known, fc.nat(6), fc.array(piece, { minLength: 1, maxLength: 2 })).map(([path, at, pieces]) => {
    const names = path.split('/')
    return [...names.slice(0, at), ...pieces, ...names.slice(at)].join('/')
  }),
)

/** Where a hostile path may begin. */
export const startsOf = (tree: Tree): readonly string[] => [
  '',
  '/',
  './',
  '../',
  `${tree.root}/`,
  `${tree.root}-evil/`,
  `${tree.base}/`,
  '//',
  '\\',
  'file://',
  '~/',
]
