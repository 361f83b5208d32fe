import { wordsOf } from '../words/words.ts'

/** Who says something, by the names of the layout. */
export const saidWords = wordsOf({
  en: { you: 'You', model: 'Model', plugin: 'Plugin', task: 'Task', note: 'Note', turn: 'Turn' },
  ja: {
    you: 'あなた',
    model: 'モデル',
    plugin: 'プラグイン',
    task: 'タスク',
    note: '通知',
    turn: 'ターン',
  },
})
