import { expect } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { lies, said, type Lie } from './lies.ts'

const patient = { startTimeoutMs: 60_000 }
const impatient = { startTimeoutMs: 3000 }
const timesOut: Lie = { settings: { ...patient, idleTimeoutMs: 1500 }, echo: '!MCP_TIMEOUT' }
const neverReady: Lie = { settings: impatient, fails: ['MCP_CONNECT_FAILED', 'MCP_TIMEOUT'] }
const endsEarly: Lie = { fails: ['MCP_CONNECT_FAILED', 'MCP_CONNECTION_LOST'] }
const lost: Lie = { echo: '!MCP_CONNECTION_LOST' }
const right: Lie = { echo: 'right' }

lies(
  'timing',
  {
    'says nothing at all': neverReady,
    'never opens': neverReady,
    'never lists': neverReady,
    'never returns': timesOut,
    'never answers to what it does not know': {},
    'ends at what it does not know': {},
    'opens byte by byte': neverReady,
    'returns byte by byte': timesOut,
    'half an answer': timesOut,
    'half an opening': neverReady,
    'answers before it is asked': {},
    'answers the next call as well': {
      also: async (visit) => {
        // Whoever answers for a call to come may have the word of that call, and of no further one.
        for (const text of ['one', 'two'])
          expect(said(await visit.call('echo', { text }))).toMatch(/^echo: |a call to come/)
      },
    },
    'answers again later': { echo: 'first' },
    'answers what was given up': {
      settings: { ...patient, idleTimeoutMs: 60_000 },
      tools: ['echo'],
      also: async (visit) => {
        const giving = new AbortController()
        const call = visit.call('echo', {}, giving.signal)
        await expect
          .poll(() => visit.records().some(({ called }) => called !== undefined), { timeout: 20_000 })
          .toBe(true)
        giving.abort(new Error('enough'))
        expect((await call).isError).toBe(true)
        await expect
          .poll(() => visit.records().some(({ cancelled }) => cancelled !== undefined), { timeout: 20_000 })
          .toBe(true)
      },
    },
    'answers after the end': {},
    'works on after the end': {},
    'progress without an end': {
      settings: { ...patient, idleTimeoutMs: 1500, totalTimeoutMs: 3000 },
      echo: '!MCP_TIMEOUT',
    },
    'progress that stops': timesOut,
    'does not read': {
      settings: { ...patient, idleTimeoutMs: 2000 },
      tools: ['echo'],
      also: async (visit) => {
        expect(said(await visit.call('echo', { text: 'x'.repeat(4_000_000) }))).toBe('!MCP_TIMEOUT')
      },
    },
    'news before the opening': {},
    'lists again for ever': { settings: { ...patient } },
    'lists anew with each list': { settings: { ...patient }, tools: /^echo$/ },
    'works without a pause': timesOut,
  },
  (title, body) => verifies(['security:M4', 'fault:B070'], title, body),
)

lies(
  'exits',
  {
    'at once': endsEarly,
    'at once with a word': endsEarly,
    'at once by a signal': endsEarly,
    'with a crash': endsEarly,
    'at the opening': endsEarly,
    'in the middle of the opening': endsEarly,
    'once it is open': endsEarly,
    'at the list': endsEarly,
    'after the list': { tools: /^(echo)?$/, also: () => undefined },
    'at a call': lost,
    'in the middle of an answer': lost,
    'with an answer that lacks its end of line': { echo: /^whole$|^!MCP_CONNECTION_LOST$/ },
    'after an answer': right,
    'by a signal at a call': lost,
    'closes what it writes to': {
      settings: { ...patient, idleTimeoutMs: 3000 },
      echo: /^!MCP_(CONNECTION_LOST|TIMEOUT)$/,
    },
    'closes what it reads from': right,
    'is deaf to signals': {},
    'is deaf and busy': right,
    'leaves a child': {},
    'leaves a child of another session': {},
    'leaves a silent child of another session': {},
    'leaves a child that leaves one': {},
    'leaves a child and goes': { echo: /^!MCP_/ },
  },
  (title, body) => verifies(['security:M4', 'fault:B079'], title, body),
)
