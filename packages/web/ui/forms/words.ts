import { wordsOf } from '../words/words.ts'

/** Words of the questions that tools and servers put to the person. */
export const words = wordsOf({
  en: {
    title: 'A question for you',
    titles: 'Questions for you',
    own: 'In your own words',
    ownMore: 'Something to add, in your own words',
    several: 'one or several',
    send: 'Answer',
    dismiss: 'Close without an answer',
    sending: 'Sending your answer…',
    notSent: (why: string) => `Your answer did not arrive, and the question still waits: ${why}`,
    malformed: 'the server cannot read it; reload the page',
    decided: 'This had been answered before.',
    arrived: (question: string) => `A question for you: ${question}`,
  },
  ja: {
    title: '質問があります',
    titles: '質問があります',
    own: '自由に入力',
    ownMore: '補足（自由に入力）',
    several: '複数選択可',
    send: '回答する',
    dismiss: '回答せずに閉じる',
    sending: '回答を送信しています…',
    notSent: (why: string) => `回答が届いていません。質問は回答待ちのままです: ${why}`,
    malformed: 'サーバーが回答を解釈できませんでした。ページを再読み込みしてください',
    decided: 'この質問にはすでに回答されています。',
    arrived: (question: string) => `質問があります: ${question}`,
  },
})
