import { t } from '#web/i18n/common.ts'
import './phone-preview.css'
import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

export type PreviewKind = 'mail' | 'page' | 'choose'
export type PreviewScheme = 'light' | 'dark'

/** The preview that the server renders, debounced. Undefined while there is nothing to render. */
export function usePreview<Input, Preview extends { token: string | null }>(
  name: string,
  render: (input: Input) => Promise<Preview>,
  input: Input | undefined,
) {
  const [debouncedInput] = useDebouncedValue(input, 500)
  const { data, error } = useQuery({
    queryKey: ['preview', name, debouncedInput],
    queryFn: debouncedInput === undefined ? skipToken : () => render(debouncedInput),
    placeholderData: keepPreviousData,
    staleTime: 10 * 60_000,
  })
  return { debouncedInput, error, preview: debouncedInput && data }
}

/** A phone frame with the preview, or with the reason why there is none. */
export function PhonePreview({
  token,
  show,
  scheme,
  placeholder,
}: {
  token: string | undefined
  show: PreviewKind
  /** Absent: the colour scheme of the browser. */
  scheme?: PreviewScheme
  placeholder: string
}) {
  return (
    <div className="phone">
      {token === undefined ? (
        <div className="blank">
          <Text size="sm" c="dimmed">
            {placeholder}
          </Text>
        </div>
      ) : (
        <PreviewFrame
          key={`${token} ${show} ${scheme}`}
          token={token}
          show={show}
          scheme={scheme}
        />
      )}
    </div>
  )
}

const previewTitles: Readonly<Record<PreviewKind, string>> = {
  mail: t('Email'),
  page: t('Page before opening'),
  choose: t('Page for choosing'),
}

/**
 * Submits the content with a form, because it may be too long for a URL. A new frame per submit adds no history
 * entry.
 */
function PreviewFrame({
  token,
  show,
  scheme,
}: {
  token: string
  show: PreviewKind
  scheme: PreviewScheme | undefined
}) {
  const form = useRef<HTMLFormElement>(null)
  const [name] = useState(() => `preview-${Math.random().toString(36).slice(2)}`)
  useEffect(() => form.current?.submit(), [])
  return (
    <>
      <form ref={form} method="post" action="/preview" target={name} hidden>
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="show" value={show} />
        {scheme !== undefined && <input type="hidden" name="scheme" value={scheme} />}
      </form>
      <iframe name={name} title={previewTitles[show]} sandbox="" />
    </>
  )
}
