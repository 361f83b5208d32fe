import type { SessionEventMap } from '@millrace/protocol'
import type { NewSession } from '@millrace/agent/session'

/** The session of all crash tests. */
export const crashSession: NewSession = {
  id: '0123456789abcdef0123456789abcdef',
  cwd: '/work/place',
  principal: 'crash-test',
  versions: { millrace: '0.0.0' },
  tools: {},
}

/** Texts that a reader of lines may stumble over. */
const nasty = [
  '',
  'plain words',
  'two\nlines\r\n',
  '{"seq":0,"time":0,"type":"turn/start","data":{}}',
  ',"crc":"00000000"}\n',
  'separators \u2028 \u2029 \u0085 \u0000',
  'a pair \u{1f600} and a lone one \ud83d',
  'ünïcödé '.repeat(12),
]

/** What event number `seq` of a crash test says: made from its number alone, so that an invented one is known. */
export function noteOf(seq: number, longest = 120): SessionEventMap['model/notice'] {
  const text = nasty[seq % nasty.length] ?? ''
  const length = ((seq + 1) * 2_654_435_761) % (longest + 1)
  return { turn: seq + 1, step: 1, message: `${seq} ${text}${'x'.repeat(Math.floor(length))}` }
}
