import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import type { ApprovalAnswer, ApprovalQuestion } from '../src/approval.ts'
import { bench, handFrontEnd, settle } from './support/approval-bench.ts'

/** The answer of a page that was shown this question. */
function answerTo(question: ApprovalQuestion, more: Partial<ApprovalAnswer> = {}): ApprovalAnswer {
  const { requestId, hash, nonce } = question
  return { requestId, hash, nonce, reply: { kind: 'once' }, by: 'page', ...more }
}

/** Somebody is asked, and a page can answer. */
async function asking() {
  const opened = await bench()
  const { frontEnd, asked } = handFrontEnd('terminal')
  opened.approvals.addFrontEnd(frontEnd)
  const running = opened.call({ path: 'a' })
  await settle()
  const [question] = opened.approvals.pending()
  return { ...opened, asked, running, question: question! }
}

describe('an answer from afar', () => {
  verifies(['security:A3', 'fault:B053'], 'counts once, and a second one is told so', async () => {
    const { approvals, running, question, ran, heard, asked } = await asking()
    expect(approvals.answer(answerTo(question))).toBe('accepted')
    expect(approvals.answer(answerTo(question))).toBe('already-decided')
    expect(approvals.answer(answerTo(question, { reply: { kind: 'deny' } }))).toBe('already-decided')
    expect((await running).isError).toBe(false)
    expect(approvals.answer(answerTo(question))).toBe('already-decided')
    expect(asked[0]?.signal.reason).toMatchObject({ by: 'page' })
    expect([ran.length, heard.asked.length, heard.decided.length]).toEqual([1, 1, 1])
    expect(heard.decided[0]).toMatchObject({ by: 'page', outcome: 'allowed-once' })
  })

  verifies(
    ['fault:B055', 'security:A3'],
    'to a question that is over leaves the live one alone',
    async () => {
      const { approvals, call, heard, ran } = await bench()
      const { frontEnd } = handFrontEnd()
      approvals.addFrontEnd(frontEnd)
      const controller = new AbortController()
      const first = call({}, { signal: controller.signal })
      await settle()
      const [old] = approvals.pending()
      controller.abort()
      await first
      const second = call()
      await settle()
      expect(approvals.answer(answerTo(old!))).toBe('already-decided')
      const [live] = approvals.pending()
      expect([live?.requestId === old?.requestId, approvals.pending().length]).toEqual([false, 1])
      expect(approvals.answer(answerTo(live!, { reply: { kind: 'deny' } }))).toBe('accepted')
      await second
      expect([ran, heard.decided.map(({ outcome }) => outcome)]).toEqual([[], ['cancelled', 'rejected']])
    },
  )

  const forgeries: [string, (question: ApprovalQuestion) => Partial<ApprovalAnswer>][] = [
    ['no nonce', () => ({ nonce: '' })],
    ['another nonce', ({ nonce }) => ({ nonce: `${nonce.slice(0, -1)}~` })],
    ['a longer nonce', ({ nonce }) => ({ nonce: `${nonce}A` })],
    ['another hash', () => ({ hash: '0'.repeat(64) })],
    ['the hash in capitals', ({ hash }) => ({ hash: hash.toUpperCase() })],
    ['hash and nonce swapped', ({ hash, nonce }) => ({ hash: nonce, nonce: hash })],
    ['a reply that is none', () => ({ reply: { kind: 'yes' } as never })],
    ['nobody behind it', () => ({ by: '' })],
  ]
  for (const [what, forged] of forgeries) {
    verifies(['security:A3'], `with ${what} changes nothing`, async () => {
      const { approvals, running, question, ran } = await asking()
      const receipt = approvals.answer(answerTo(question, forged(question)))
      expect(['forged', 'malformed']).toContain(receipt)
      expect(approvals.pending()).toEqual([question])
      approvals.answer(answerTo(question, { reply: { kind: 'deny' } }))
      await running
      expect(ran).toEqual([])
    })
  }

  verifies(['security:A3'], 'for nothing that was ever asked is for nothing', async () => {
    const { approvals, running, question } = await asking()
    expect(approvals.answer(answerTo(question, { requestId: 'ask_1' }))).toBe('unknown')
    for (const nonsense of [null, 'once', 7, {}, { requestId: question.requestId }]) {
      expect(approvals.answer(nonsense as never)).toBe('malformed')
    }
    approvals.answer(answerTo(question))
    await running
  })

  verifies(['security:A3'], 'of one question proves nothing for another one', async () => {
    const { approvals, call, running, question, ran } = await asking()
    const other = call({ path: 'b' })
    await settle()
    const second = approvals.pending().find(({ requestId }) => requestId !== question.requestId)!
    expect(second.nonce).not.toBe(question.nonce)
    expect(approvals.answer({ ...answerTo(question), requestId: second.requestId })).toBe('forged')
    for (const each of [question, second]) approvals.answer(answerTo(each, { reply: { kind: 'deny' } }))
    await Promise.all([running, other])
    expect(ran).toEqual([])
  })
})

test('only so many questions that are over are remembered', async () => {
  const { approvals, call } = await bench()
  approvals.addFrontEnd({ name: 'no', ask: async () => ({ kind: 'deny' }) })
  const questions: ApprovalQuestion[] = []
  approvals.addFrontEnd({
    name: 'collects',
    ask: (question) => {
      questions.push(question)
      return new Promise(() => {})
    },
  })
  for (let made = 0; made < 1_001; made++) await call()
  expect(approvals.answer(answerTo(questions[0]!))).toBe('unknown')
  expect(approvals.answer(answerTo(questions[1]!))).toBe('already-decided')
})
