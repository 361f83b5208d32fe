import { catalogueRoutes } from './catalogue-routes.ts'
import { deskRoutes } from './desk-routes.ts'
import type { ApiRoute, RouteName } from './route.ts'
import { sessionRoutes } from './session-routes.ts'

/** A route that a server answers. */
export interface WebRoute extends RouteName {
  /** Whether it is for those alone who know the token. */
  readonly needsToken: boolean
}

/** Every route of the interface: the router is made of this table. */
export const apiRoutes: readonly ApiRoute[] = [...catalogueRoutes, ...sessionRoutes, ...deskRoutes]

/** The routes of a server with these files of a page. */
export function webRoutes(files: readonly string[]): readonly WebRoute[] {
  return [
    ...apiRoutes.map(({ name, method, path }) => ({ name, method, path, needsToken: true })),
    ...files.map((path) => ({ name: 'page', method: 'GET' as const, path, needsToken: false })),
  ]
}
