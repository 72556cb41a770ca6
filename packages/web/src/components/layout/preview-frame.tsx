import { useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n/common.ts'

export type PreviewKind = 'mail' | 'page' | 'choose'
export type PreviewScheme = 'light' | 'dark'

export interface PreviewContent {
  token: string
  show: PreviewKind
  /** The colour scheme of the preview. If it is absent, the preview has the colour scheme of the browser. */
  scheme?: PreviewScheme
}

interface PreviewFrameProps extends PreviewContent {
  isVisible: boolean
  onLoad: () => void
  onError: (message: string) => void
}

const previewTitles: Readonly<Record<PreviewKind, string>> = {
  mail: t('Email'),
  page: t('Page before opening'),
  choose: t('Page for choosing'),
}

/**
 * A frame that shows a preview. A form submits the content, because it may be too long for a URL. Each submit
 * creates a new frame, so that it adds no entry to the browser history. The frame is sandboxed, so the app
 * cannot see whether it shows an error. A second request finds this out. With `allow-same-origin`, the page
 * would have the origin of the app. With `srcdoc` or a blob, the page would have the policy of the app, which
 * forbids the styles.
 */
export function PreviewFrame({ isVisible, onLoad, onError, ...content }: PreviewFrameProps) {
  const form = useRef<HTMLFormElement>(null)
  const [name] = useState(() => `preview-${Math.random().toString(36).slice(2)}`)
  const [isLoaded, setLoaded] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const isSubmitted = useRef(false)
  const { token, show, scheme } = content
  useEffect(() => {
    isSubmitted.current = true
    form.current?.submit()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a frame has one content
  useEffect(() => {
    const controller = new AbortController()
    checkPreview(content, controller.signal).then(
      () => setChecked(true),
      (error) => controller.signal.aborted || onError((error as Error).message),
    )
    return () => controller.abort()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isLoaded && isChecked) onLoad()
  }, [isLoaded, isChecked])
  return (
    <>
      <form ref={form} method="post" action="/preview" target={name} hidden>
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="show" value={show} />
        {scheme !== undefined && <input type="hidden" name="scheme" value={scheme} />}
      </form>
      <iframe
        name={name}
        title={previewTitles[show]}
        sandbox=""
        data-visible={isVisible || undefined}
        onLoad={() => isSubmitted.current && setLoaded(true)}
      />
    </>
  )
}

async function checkPreview(content: PreviewContent, signal: AbortSignal): Promise<void> {
  const body = new URLSearchParams(Object.entries(content).filter(([, value]) => value))
  const response = await fetch('/preview', { method: 'POST', body, signal }).catch(() => undefined)
  if (response === undefined) throw new Error(t('Can’t reach the server'))
  if (!response.ok)
    throw new Error(t('The server returned the status {status}.', { status: response.status }))
}
