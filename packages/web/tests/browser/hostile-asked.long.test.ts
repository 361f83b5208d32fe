import { HarnessError } from '@millrace/protocol'
import type { AskedQuestion, FormQuestion } from '@millrace/web/wire'
import { describe } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { cardOfEachView } from '../../../cards/tests/every-card.ts'
import { fakeHost } from '../support/fake-host.ts'
import { noBrowser } from '../support/no-browser.ts'
import { openPage } from '../support/open-page.ts'
import { askedPage } from './asked-page.ts'
import { expectHarmless } from './hostile-look.ts'
import { batches, naughty, own } from './hostile-texts.ts'

const refused = /status of [45]\d\d/

/** A question of which every field is one of some texts, or all of them where it can be long. */
function questionOf(texts: readonly string[], nth: number): Partial<AskedQuestion> {
  const text = texts[nth % texts.length]!
  const all = texts.join(' ')
  const cards = cardOfEachView(text)
  return {
    kind: (['call', 'host', 'step'] as const)[nth % 3]!,
    callId: text,
    cwd: text,
    card: cards[nth % cards.length]!,
    ...(nth % 2 === 0 && {
      details: JSON.stringify(Object.fromEntries(texts.map((each) => [each, each])), null, 2),
    }),
    reason: all,
    rule: { rule: all, source: text },
    notes: texts,
    onBehalfOf: all,
    offer: {
      suggested: [[text, all].slice(0, 1 + (nth % 2)), [all]],
      files: texts.slice(0, 4).map((each, at) => ({ path: `${each}${at}`, label: each })),
      isEditable: nth % 4 !== 3,
    },
  }
}

function formOf(texts: readonly string[]): FormQuestion[] {
  return texts.map((text, at) => ({
    question: text,
    header: text,
    options: texts.map((label, index) => ({ label: `${label}${index}`, description: label })),
    multiple: at % 2 === 0,
    byDefault: [text],
  }))
}

describe.skipIf(noBrowser)('whatever was written is text in', () => {
  verifies(['security:D3', 'fault:B148'], 'questions, their rules, and how they ended', async () => {
    const { page, host, ask, asked, armed } = await askedPage({ expected: refused })
    host.desk.trial = (_, rules) => ({
      ...(rules.length % 2 === 0 && { problem: own.join(' ') }),
      alsoAllows: rules.flatMap((rule) => [rule, ...own]),
    })
    const all = batches([...own, ...naughty], 20)
    for (const [nth, texts] of all.entries()) {
      const { requestId } = ask('x', questionOf(texts, nth))
      await page.locator(`.asked[data-request="${requestId}"]`).waitFor()
      await page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true)))
      if (nth % 3 === 0) {
        await armed()
        await page.keyboard.press('o')
        await page.keyboard.press('a')
        await asked.locator('.asked-editor').waitFor()
      }
      await expectHarmless(page)
      const message = texts.join(' ')
      host.desk.decide({ requestId, outcome: 'rejected', by: texts[0]!, message })
      await asked.waitFor({ state: 'detached' })
      await expectHarmless(page)
    }
  })

  verifies(['security:D3', 'fault:B148'], 'forms, and why an answer was not taken', async () => {
    const host = await fakeHost()
    const { page } = await openPage(host, { expected: refused })
    host.desk.answerForm = () => {
      throw new HarnessError(own[0]!, own.join('\n'))
    }
    for (const texts of batches([...own, ...naughty], 20)) {
      host.desk.askForm({ questions: formOf(texts), session: texts[0]!, callId: texts[1]! })
    }
    const form = page.locator('.desk-form')
    for (let at = 0; at < 12; at++) {
      await form.locator('.desk-form-option').first().waitFor()
      await expectHarmless(page)
      await form.getByRole('button', { name: 'Next' }).click()
    }
    await page.locator('.desk-form-button').last().click()
    await page.locator('.desk-form-problem').waitFor()
    await expectHarmless(page)
  })
})
