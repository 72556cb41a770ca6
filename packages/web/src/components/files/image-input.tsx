import { Button, FileButton, Text } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '#web/api.ts'
import { t } from '#web/i18n/common.ts'
import { type ImageSize, resizeAndUpload } from './resize-image.ts'

/** An input that uploads an image in the required sizes and reports the URLs. */
export function ImageInput<const Size extends ImageSize>({
  label,
  sizes,
  onUploaded,
}: {
  label: string
  sizes: readonly Size[]
  onUploaded: (urls: Record<Size, string>, name: string) => void
}) {
  const upload = useMutation({
    mutationFn: (file: File) => resizeAndUpload(file, sizes),
    onSuccess: (urls, file) => onUploaded(urls, file.name.replace(/\.\w+$/, '')),
  })
  return (
    <div>
      <FileButton
        accept="image/png,image/jpeg,image/webp"
        onChange={(file) => {
          if (file !== null) upload.mutate(file)
        }}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="sm"
            loading={upload.isPending}
            leftSection={<IconPhotoPlus size={16} aria-hidden />}
          >
            {label}
          </Button>
        )}
      </FileButton>
      <Text size="xs" c="dimmed" mt={4}>
        {t('PNG, JPEG or WebP')}
      </Text>
      {upload.error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
          {upload.error instanceof ApiError
            ? t('The picture {message}.', { message: upload.error.message })
            : upload.error.message}
        </Text>
      )}
    </div>
  )
}
