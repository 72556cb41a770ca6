import { Button, FileButton, Text } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '#web/api.ts'
import { makePicture, type Size } from './picture.ts'

/** Uploads a picture in the sizes that are wanted; hears where each lies. */
export function PictureInput<const Wanted extends Size>({
  label,
  sizes,
  onMade,
}: {
  label: string
  sizes: readonly Wanted[]
  onMade: (urls: Record<Wanted, string>, name: string) => void
}) {
  const making = useMutation({
    mutationFn: (file: File) => makePicture(file, sizes),
    onSuccess: (urls, file) => onMade(urls, file.name.replace(/\.\w+$/, '')),
  })
  return (
    <div>
      <FileButton
        accept="image/png,image/jpeg,image/webp"
        onChange={(file) => {
          if (file !== null) making.mutate(file)
        }}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="sm"
            loading={making.isPending}
            leftSection={<IconPhotoPlus size={16} aria-hidden />}
          >
            {label}
          </Button>
        )}
      </FileButton>
      <Text size="xs" c="dimmed" mt={4}>
        PNG, JPEG or WebP
      </Text>
      {making.error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
          {making.error instanceof ApiError
            ? `The picture ${making.error.message}.`
            : making.error.message}
        </Text>
      )}
    </div>
  )
}
