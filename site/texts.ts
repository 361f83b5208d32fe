import type { DefaultTheme, LocaleSpecificConfig } from 'vitepress'
import { languages, type Language } from './groups.ts'
import { navigationOf, pageLink, sidebarOf } from './navigation.ts'

type Locale = LocaleSpecificConfig<DefaultTheme.Config> & { label: string }

const [en, ja] = languages as [Language, Language]

/** The site in English: what the theme says by itself. */
export const english: Locale = {
  label: 'English',
  lang: 'en',
  description: 'A tool runtime for LLM agents: one guarded pipeline for every caller.',
  themeConfig: {
    nav: navigationOf(en),
    sidebar: sidebarOf(en),
    ...startOf(en),
  },
}

/** The site in Japanese. */
export const japanese: Locale = {
  label: '日本語',
  lang: 'ja',
  description:
    'LLM エージェントのためのツールランタイム。すべての呼び出しが、ガードされた 1 本のパイプラインを通ります。',
  themeConfig: {
    nav: navigationOf(ja),
    sidebar: sidebarOf(ja),
    ...startOf(ja),
    outline: { level: [2, 3], label: 'このページの内容' },
    docFooter: { prev: '前のページ', next: '次のページ' },
    langMenuLabel: '言語を切り替える',
    sidebarMenuLabel: 'メニュー',
    returnToTopLabel: '先頭へ戻る',
    skipToContentLabel: '本文へ移動',
    darkModeSwitchLabel: '外観',
    lightModeSwitchTitle: 'ライトモードに切り替える',
    darkModeSwitchTitle: 'ダークモードに切り替える',
    notFound: {
      title: 'ページが見つかりません',
      quote: 'アドレスが変わったか、ページがなくなった可能性があります。',
      linkLabel: 'トップページへ',
      linkText: 'トップページへ',
    },
  },
}

/** The pages that the first page offers, for the theme's own use. */
function startOf(language: Language): { start: readonly { text: string; link: string }[] } {
  const pages = ['guide/get-started.md', 'guide/write-a-tool.md', 'packages/cli.md']
  return { start: pages.map((page) => pageLink(language, page)) }
}
