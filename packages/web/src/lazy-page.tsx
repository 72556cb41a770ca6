import { createElement, type FunctionComponent, use } from 'react'
import { connection } from './connection.ts'

/** A script of the app could not be loaded: no connection, or a newer version has replaced it. */
export class LoadError extends Error {}

/** A component whose code is loaded when it is needed. `preload` loads it before, and rejects when that fails. */
export interface LazyPage extends FunctionComponent {
  preload: () => Promise<void>
}

/**
 * Makes a component of one that is imported. Browsers remember that an import failed until the document
 * is loaded again, so a retry is a reload (shell/screen-error.tsx).
 */
export function lazyPage(load: () => Promise<FunctionComponent>): LazyPage {
  let loaded: FunctionComponent | undefined
  let loading: Promise<void> | undefined
  const preload = () => {
    loading ??= load().then(
      (component) => {
        loaded = component
      },
      (error: unknown) => {
        loading = undefined
        if (!navigator.onLine) connection.reportLost()
        throw new LoadError('A script of the app could not be loaded.', { cause: error })
      },
    )
    return loading
  }
  const render = () => {
    if (loaded === undefined) use(preload())
    return loaded === undefined ? null : createElement(loaded)
  }
  return Object.assign(render, { preload })
}
