import { useData } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { defineComponent, h, type Component } from 'vue'

interface Start {
  readonly start?: readonly { readonly text: string; readonly link: string }[]
}

/** The layout of the default theme, with the ways in above the first page. */
export const FirstPage: Component = defineComponent({
  name: 'FirstPage',
  setup() {
    const { frontmatter, theme } = useData<Start>()
    const links = (): unknown =>
      frontmatter.value['pageClass'] === 'home' &&
      h(
        'nav',
        { class: 'start', 'aria-label': theme.value.start?.[0]?.text },
        theme.value.start?.map(({ text, link }) => h('a', { href: link }, text)),
      )
    return () => h(DefaultTheme.Layout, null, { 'doc-before': links })
  },
})
