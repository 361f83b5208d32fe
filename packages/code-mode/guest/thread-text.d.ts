import type { BlockedNews, GoOrder } from './thread.d.ts'

/** An order to go on, as the text that crosses. */
export declare function textOfGo(order: GoOrder): string
export declare function goOf(text: string): GoOrder
/** The news that a program waits, as the text that crosses. */
export declare function textOfBlocked(news: BlockedNews): string
export declare function blockedOf(text: string): BlockedNews
