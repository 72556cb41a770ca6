import { Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash, IconVideoPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { GreetingMedia } from '#web/admin-api.ts'
import { ApiError, api, apiUrl } from '#web/api.ts'
import { t } from '#web/i18n/common.ts'
import { useRead } from '#web/use-read.ts'
import { encodePhoto } from './resize-image.ts'

const maxVideoBytes = 8_000_000

/**
 * An input that uploads a photo or a short video of the sender. It also asks for the required description.
 */
export function GreetingMediaInput({
  mediaId,
  onChange,
}: {
  mediaId: string | null
  onChange: (mediaId: string | null) => void
}) {
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {t('Photo or short video of you')}
      </Text>
      {mediaId === null ? (
        <MediaUpload onUploaded={({ id }) => onChange(id)} />
      ) : (
        <Group align="flex-start" gap="md">
          <GreetingMediaView mediaId={mediaId} />
          <Button
            variant="default"
            size="sm"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => onChange(null)}
          >
            {t('Remove')}
          </Button>
        </Group>
      )}
    </div>
  )
}

/** A view of a photo or a video with its description. */
export function GreetingMediaView({ mediaId }: { mediaId: string }) {
  const { data: media } = useRead(`/greeting-media/${mediaId}`, undefined, { staleTime: 'static' })
  if (media === undefined) return null
  const url = apiUrl(`/greeting-media/${mediaId}/content`)
  return (
    <div className="greeting-media">
      {media.content_type.startsWith('video/') ? (
        // biome-ignore lint/a11y/useMediaCaption: the description below the video says what it shows
        <video src={url} controls playsInline preload="metadata" aria-label={media.alt} />
      ) : (
        <img src={url} alt={media.alt} />
      )}
      <Text size="xs" c="dimmed" mt={4}>
        {media.alt}
      </Text>
    </div>
  )
}

function MediaUpload({ onUploaded }: { onUploaded: (media: GreetingMedia) => void }) {
  const [alt, setAlt] = useState('')
  const upload = useMutation({
    mutationFn: async (file: File) =>
      api.upload('/greeting-media', await prepare(file), { alt: alt.trim() }),
    onSuccess: onUploaded,
  })
  const isDescribed = alt.trim() !== ''
  return (
    <Stack gap="xs" align="flex-start">
      <TextInput
        label={t('What does it show?')}
        description={t('For people who can’t see it. For example: “Dana waves from the office.”')}
        maxLength={300}
        value={alt}
        onChange={(event) => setAlt(event.currentTarget.value)}
        w="100%"
        maw={420}
      />
      <FileButton
        accept="image/png,image/jpeg,image/webp,video/mp4,video/webm"
        disabled={!isDescribed}
        onChange={(file) => {
          if (file !== null) upload.mutate(file)
        }}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="sm"
            disabled={!isDescribed}
            loading={upload.isPending}
            leftSection={<IconVideoPlus size={16} aria-hidden />}
          >
            {t('Upload a photo or video')}
          </Button>
        )}
      </FileButton>
      <Text size="xs" c="dimmed">
        {t(
          'PNG, JPEG or WebP, or an MP4 or WebM video of up to 8 MB. Location and device data are removed from photos and MP4 videos.',
        )}
      </Text>
      {upload.error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {upload.error instanceof ApiError
            ? t('The file {message}.', { message: upload.error.message })
            : upload.error.message}
        </Text>
      )}
    </Stack>
  )
}

async function prepare(file: File): Promise<Blob> {
  if (!file.type.startsWith('video/')) return encodePhoto(file)
  if (file.size > maxVideoBytes)
    throw new Error(t('This video is larger than 8 MB. Try a shorter one, or a lower resolution.'))
  return file
}
