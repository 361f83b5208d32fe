import type { CardStatus } from './state.ts'
import { count } from './text/count.ts'
import type {
  BodyWords,
  CardWords,
  Countable,
  FaceWords,
  FooterWords,
  HeaderWords,
  SaidWords,
} from './words/card-words.ts'

/** What is counted, and the counter that stands behind the number. */
const counters: Readonly<Record<Countable, readonly [what: string, counter: string]>> = {
  agent: ['エージェント', '件'],
  byte: ['', 'バイト'],
  call: ['呼び出し', '件'],
  character: ['', '文字'],
  'diff line': ['差分', '行'],
  file: ['ファイル', '件'],
  line: ['', '行'],
  match: ['一致', '件'],
  message: ['メッセージ', '件'],
  path: ['パス', '件'],
  redirect: ['リダイレクト', '回'],
  source: ['出典', '件'],
  'unchanged line': ['変更なし', '行'],
}

/** `一致 37 件`. */
function counted(amount: number, what: Countable): string {
  const [name, counter] = counters[what]
  return [name, count(amount), counter].filter((part) => part !== '').join(' ')
}

/** `一致 5,321 件中 100 件`. */
function someOf(listed: number, total: number, what: Countable): string {
  return `${counted(total, what)}中 ${count(listed)} ${counters[what][1]}`
}

const short: Readonly<Record<CardStatus, string>> = {
  queued: '待機',
  running: '実行中',
  waiting: '確認待ち',
  done: '完了',
  failed: '失敗',
  denied: '拒否',
  cancelled: '取消',
}

const header: HeaderWords = {
  states: short,
  deciders: {
    you: 'あなた',
    'nobody to ask': '確認できる人がいません',
    workspace: 'ワークスペース',
    guard: 'ガード',
    policy: 'ポリシー',
  },
  permissions: {
    auto: '自動',
    rule: 'ルール',
    'you once': 'あなた (今回のみ)',
    'you session': 'あなた (このセッション)',
    'you always': 'あなた (常に)',
  },
  tally: (total, states) => {
    const parts = states.map(([status, number]) => `${short[status]} ${count(number)}`)
    return `${counted(total, 'call')} (${parts.join('、')})`
  },
  outcomeUnknown: '結果不明',
  byRule: (rule) => `ルール ${rule} が拒否`,
  by: (decider, message) => (message === undefined ? `${decider}が拒否` : `${decider}が拒否:「${message}」`),
  progress: (done, total) => `${done} / ${total}`,
  size: (of, lines, characters) =>
    `${of === 'command' ? 'コマンド' : '呼び出し'}: ${counted(lines, 'line')}、${counted(characters, 'character')}`,
}

const body: BodyWords = {
  output: '出力:',
  console: 'ログ',
  result: '結果',
  asksBecause: (reason) => `確認の理由: ${reason}`,
  cancelledBefore: '実行前に取り消されました',
  cancelledWhile: '実行中に取り消されました',
  hidden: (what) => `${what}を省略`,
  chars: (amount) => `${count(amount)} 文字`,
  agent: 'エージェント',
  agentEnds: {
    done: '完了',
    concluded: '結論',
    interrupted: '中断',
    limit: '上限到達',
    denied: '拒否',
    failed: '失敗',
  },
  agentBrokeOff: '途中で終了',
  messagesOf: (messages, agents) => `${counted(agents, 'agent')}の${counted(messages, 'message')}`,
  noPicture: (type) => `(表示できない画像: ${type})`,
}

const face: FaceWords = {
  resumed: (from, recorded, unknown) => {
    const how = from === 'image' ? 'スナップショットから' : '先頭の行から'
    const facts = [
      ...(recorded === 0 ? [] : [`記録済みの結果 ${count(recorded)} 件`]),
      ...(unknown === 0 ? [] : [`結果不明 ${count(unknown)} 件`]),
    ]
    return [`プロセスの終了後、${how}再開しました`, ...facts].join('、')
  },
  content: { image: '画像', audio: '音声', link: 'リンク', resource: 'リソース' },
  emptyFile: '空のファイル',
  nothingChanged: '変更なし',
  newFile: '(新規ファイル)',
  noLineBreak: 'ファイル末尾に改行がありません',
  noneOf: (what) => `${counters[what][0]}なし`,
  someOf,
  inFiles: (amount, files) => `${amount} (${counted(files, 'file')})`,
  moreFiles: (files, matches) => `ほか${counted(files, 'file')}、${counted(matches, 'match')}`,
  aroundMatches: (lines) => `一致の前後 ${count(lines)} 行`,
  both: (one, other) => `${one}と${other}`,
  notListed: (missing, what) =>
    `検索の時点で${counted(missing, what)}が除かれています。条件を絞ると表示されます`,
  inFolder: (name) => `場所: ${name}`,
  timedOut: '時間切れ',
  exit: (code) => `終了コード ${code}`,
  signal: (name) => `シグナル ${name}`,
  job: (id) => `ジョブ ${id}`,
  omitted: (lines, size, folded) => {
    const start = folded === undefined ? '' : `${folded}、`
    return `${start}出力のうち ${count(lines)} 行 (${size}) は記録されていません`
  },
  allOfItIsIn: '。全文の場所:',
  noLines: '空のファイル',
  noLinesFrom: (first, total) => `${count(first)} 行目以降はありません (全 ${count(total)} 行)`,
  lines: (first, last, total) => {
    const lines = first === last ? count(first) : `${count(first)}-${count(last)}`
    return `${lines} 行目 (全 ${count(total)} 行)`
  },
  noLink: '(http でも https でもないリンクを除きました)',
  foundMore: '検索では、ここに挙げたもの以外も見つかっています',
  untitled: '無題',
  status: (code) => `ステータス ${code}`,
  redirectedTo: 'リダイレクト先',
  pageCut: 'ページが長いため、一部のみ保存されています',
}

const said: SaidWords = {
  speakers: {
    you: 'あなた',
    model: 'モデル',
    plugin: 'プラグイン',
    task: 'タスク',
    note: 'メモ',
    turn: 'ターン',
  },
  addedBy: '追加元:',
  whileItRan: '実行中の追加:',
  reasoning: '推論:',
  answer: '回答:',
  reasoningOf: (lines) => `推論: ${counted(lines, 'line')}`,
  linesOfReasoning: (lines) => `推論 ${counted(lines, 'line')}`,
  cut: '(回答はここで途切れました。モデルには伝えられません)',
  finishes: {
    interrupted: '(中断されました)',
    length: '(モデルの出力が上限に達しました)',
    'content-filter': '(プロバイダーが回答をフィルターしました)',
    error: '(回答はエラーで終わりました)',
    other: '(プロバイダーが示さない理由で回答が終わりました)',
  },
  retry: (wait, attempt) => `リクエストに失敗しました。${wait} 後に再試行します (${count(attempt)} 回目)`,
  pruned: (results, size) =>
    `ここから先、モデルは古い結果 ${count(results)} 件 (${size}) を短い文で読みます。決定元:`,
  summarised: (event) => `ここから先、モデルはイベント ${event} より前を要約で読みます。作成元:`,
  resumed: 'セッションを再開しました',
  underWay: (calls) => `実行中だった${counted(calls, 'call')}の結果は不明です`,
  torn: (bytes) => `ログ末尾の ${counted(bytes, 'byte')}は完全なイベントではないため、次に保存しました:`,
  unreadable: (event) => `イベント ${event} を読み取れません。種類:`,
  turnEnds: {
    interrupted: 'ターン中断',
    limit: 'ターンの上限に到達',
    denied: 'ターンを拒否',
    failed: 'ターンが失敗',
  },
}

const ends = { done: '成功', failed: '失敗', denied: '拒否', cancelled: '取消' } as const

const footer: FooterWords = {
  noCalls: '呼び出しなし',
  calls: (total, parts) =>
    `${counted(total, 'call')}: ${parts.map(([end, number]) => `${ends[end]} ${count(number)}`).join('、')}`,
  time: (all, tools) => (tools === undefined ? all : `${all} (ツール ${tools})`),
  tokens: (input, cached, output) =>
    `トークン 入力 ${input}${cached === undefined ? '' : ` (キャッシュ ${cached})`} 出力 ${output}`,
  cost: (amount) => `費用 ${amount}`,
  noCost: { scripted: '費用なし (台本どおりの応答)', 'no price': '費用不明 (価格情報なし)' },
  session: (id) => `セッション ${id}`,
}

/** The layout's words in Japanese, for `words` of the options of a drawing. */
export const japanese: CardWords = {
  language: 'ja',
  counted,
  header,
  body,
  face,
  said,
  footer,
  session: {
    facts: {
      session: 'セッション',
      began: '開始',
      folder: 'フォルダー',
      actsFor: '実行者',
      model: 'モデル',
      continues: '継続元',
    },
    continues: (session, event) => `${session} (イベント ${event} の後)`,
    untitled: (id) => `セッション ${id}`,
  },
}
