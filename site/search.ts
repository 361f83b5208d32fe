import type { DefaultTheme } from 'vitepress'
import { searchTerms } from './search-terms.ts'

/** Search in the browser, of an index for each language. */
export const search: NonNullable<DefaultTheme.Config['search']> = {
  provider: 'local',
  options: {
    detailedView: true,
    miniSearch: {
      options: { tokenize: searchTerms },
      searchOptions: {
        combineWith: 'AND',
        fuzzy: 0.2,
        prefix: true,
        boost: { title: 4, text: 2, titles: 1 },
      },
    },
    _render: (text, env, md) => {
      // Colours take time, and nobody searches for them.
      const { highlight } = md.options
      md.set({ highlight: null })
      const html = md.render(text, env)
      md.set({ highlight: highlight ?? null })
      return html
    },
    locales: {
      ja: {
        translations: {
          button: { buttonText: '検索', buttonAriaLabel: '検索' },
          modal: {
            displayDetails: '本文も表示',
            resetButtonTitle: '入力を消去',
            backButtonTitle: '検索を閉じる',
            noResultsText: '見つかりませんでした:',
            footer: {
              selectText: '開く',
              selectKeyAriaLabel: 'Enter キー',
              navigateText: '移動',
              navigateUpKeyAriaLabel: '上矢印キー',
              navigateDownKeyAriaLabel: '下矢印キー',
              closeText: '閉じる',
              closeKeyAriaLabel: 'Esc キー',
            },
          },
        },
      },
    },
  },
}
