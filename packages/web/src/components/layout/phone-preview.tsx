import { t } from '#web/i18n/common.ts'
import './phone-preview.css'
import { Button, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconRefresh } from '@tabler/icons-react'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type PreviewContent, PreviewFrame } from './preview-frame.tsx'

export type { PreviewKind, PreviewScheme } from './preview-frame.tsx'

/** The state of the preview on the phone. */
interface PreviewState {
  /** The token of the preview. Undefined while the preview loads, and while there is nothing to render. */
  token: string | undefined
  isLoading: boolean
  error: Error | null
  retry: () => void
}

/**
 * Requests the preview from the server after a short pause in the input. The preview is undefined while there
 * is nothing to render.
 */
export function usePreview<Input, Preview extends { token: string | null }>(
  name: string,
  render: (input: Input) => Promise<Preview>,
  input: Input | undefined,
) {
  const [debouncedInput] = useDebouncedValue(input, 500)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['preview', name, debouncedInput],
    queryFn: debouncedInput === undefined ? skipToken : () => render(debouncedInput),
    placeholderData: keepPreviousData,
    staleTime: 10 * 60_000,
  })
  const preview = debouncedInput && data
  const state: PreviewState = {
    token: preview?.token ?? undefined,
    // the first input needs no delay
    isLoading: preview === undefined && (isFetching || input !== debouncedInput),
    error: isFetching ? null : error,
    retry: () => void refetch(),
  }
  return { debouncedInput, preview, state }
}

interface PhonePreviewProps extends Omit<PreviewContent, 'token'> {
  state: PreviewState
  /** The text that says why there is nothing to render. */
  placeholder: string
}

/**
 * A phone frame that shows the preview. The frame has the same size while the preview loads, and if there is
 * no preview.
 */
export function PhonePreview({ state, placeholder, ...content }: PhonePreviewProps) {
  const { token, isLoading, error, retry } = state
  return (
    <div className="phone" data-scheme={content.scheme}>
      {error !== null ? (
        <PreviewError message={error.message} retry={retry} />
      ) : token !== undefined ? (
        <PreviewFrames content={{ ...content, token }} refresh={retry} />
      ) : isLoading ? (
        <PhoneSkeleton />
      ) : (
        <div className="blank">
          <Text size="sm">{placeholder}</Text>
        </div>
      )}
    </div>
  )
}

/**
 * Shows the previous frame until the next frame has loaded, so that the phone is never empty between two
 * frames.
 */
function PreviewFrames({ content, refresh }: { content: PreviewContent; refresh: () => void }) {
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<PreviewContent & { key: string }>()
  const [failed, setFailed] = useState<{ key: string; message: string }>()
  const key = `${content.token} ${content.show} ${content.scheme} ${attempt}`
  if (failed?.key === key)
    return (
      <PreviewError
        message={failed.message}
        retry={() => {
          setAttempt(attempt + 1)
          refresh() // requests a new token, because the old token may have expired
        }}
      />
    )
  const previous = loaded === undefined || loaded.key === key ? [] : [loaded]
  return (
    <>
      {loaded === undefined && <PhoneSkeleton />}
      {[...previous, { ...content, key }].map(({ key: each, ...shown }) => (
        <PreviewFrame
          key={each}
          {...shown}
          isVisible={loaded?.key === each}
          onLoad={() => setLoaded({ ...shown, key: each })}
          onError={(message) => setFailed({ key: each, message })}
        />
      ))}
    </>
  )
}

const PreviewError = ({ message, retry }: { message: string; retry: () => void }) => (
  <div className="blank" role="alert">
    <Text size="sm" fw={600}>
      {t('The preview could not be loaded')}
    </Text>
    <Text size="sm">{message}</Text>
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRefresh size={14} aria-hidden />}
      onClick={retry}
    >
      {t('Try again')}
    </Button>
  </div>
)

/** A placeholder with the outlines of a page, in the colours of the recipient pages. */
const PhoneSkeleton = () => (
  <div className="phone-skeleton" role="status" aria-busy="true" aria-label={t('Loading')}>
    <i data-picture />
    <i data-title />
    <i />
    <i />
    <i data-short />
    <i data-button />
  </div>
)
