import { createElement, type FunctionComponent, use } from 'react'
import { t } from '#web/i18n/common.ts'
import { connection } from './connection.ts'

/**
 * An error for a script of the app that could not be loaded. There is no connection, or a newer version has
 * replaced the script.
 */
export class LoadError extends Error {}

/** A component whose code loads on demand. `preload` loads the code earlier and rejects if that fails. */
export interface LazyPage extends FunctionComponent {
  preload: () => Promise<void>
}

/**
 * Creates a component from a dynamic import. Browsers cache a failed import until the document reloads, so
 * only a reload can retry it (shell/page-error.tsx). An import with a changed URL would work, but the modules
 * that it shares with other pages would run twice.
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
        throw new LoadError(t('A script of the app could not be loaded.'), { cause: error })
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
