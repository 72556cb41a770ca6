import { Button, Group, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Image } from '#web/admin-api.ts'
import { ApiError, api } from '#web/api.ts'
import { resizeAndUpload } from '#web/components/files/resize-image.ts'
import { toRelativeUrl } from '#web/components/formats/relative-url.ts'
import { t } from '#web/i18n/catalogue.ts'

/** An input that loads a picture from another server, and adds it in all sizes. */
export function PictureByUrl({ onAdd }: { onAdd: (image: Image) => void }) {
  const [url, setUrl] = useState('')
  const load = useMutation({
    mutationFn: async () => {
      const loaded = await api.post('/pictures', { url: url.trim() })
      const blob = await (await fetch(toRelativeUrl(loaded.url) ?? loaded.url)).blob()
      const file = new File([blob], 'picture', { type: blob.type })
      return resizeAndUpload(file, ['thumbnail', 'large', 'large_wide'])
    },
    onSuccess: (urls) => {
      const name = decodeURIComponent(url.split(/[?#]/)[0]?.split('/').at(-1) ?? '')
      onAdd({ name: name.replace(/\.\w+$/, '').slice(0, 255), url: urls.large, urls })
      setUrl('')
    },
  })
  const { error } = load
  return (
    <Group align="flex-end" gap="xs">
      <TextInput
        label={t('Picture address (optional)')}
        description={t('The picture is loaded once and stored here.')}
        placeholder="https://example.com/mug.jpg"
        style={{ flex: '1 1 16rem' }}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (url.trim() !== '') load.mutate()
        }}
        error={
          error === null
            ? undefined
            : error instanceof ApiError && error.errors[0]?.param !== undefined
              ? t('The picture {message}.', { message: error.message })
              : error.message
        }
      />
      <Button
        variant="default"
        disabled={url.trim() === ''}
        loading={load.isPending}
        onClick={() => load.mutate()}
      >
        {t('Load picture')}
      </Button>
    </Group>
  )
}
