import { wordsOf } from '../../words/words.ts'

/** Words of the line below a session. */
export const words = wordsOf({
  en: {
    label: 'What was used',
    turn: 'turn',
    session: 'session',
    before: 'before this turn',
    running: (step: number, elapsed: string) =>
      step === 0 ? `starting, ${elapsed}` : `step ${step}, ${elapsed}`,
    waiting: (elapsed: string) => `waiting for you, ${elapsed}`,
    cutOff: 'the last turn was cut off',
  },
  ja: {
    label: '使用量',
    turn: 'ターン',
    session: 'セッション',
    before: 'このターンより前',
    running: (step: number, elapsed: string) =>
      step === 0 ? `開始しています、${elapsed}` : `ステップ ${step}、${elapsed}`,
    waiting: (elapsed: string) => `確認待ち、${elapsed}`,
    cutOff: '最後のターンは途中で終わっています',
  },
})
