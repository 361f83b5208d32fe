import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { FirstPage } from './first-page.ts'
import './style.css'

const theme: Theme = { extends: DefaultTheme, Layout: FirstPage }
export default theme
