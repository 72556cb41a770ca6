import { Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { describeContrast, textColorOn } from '#web/components/contrast.ts'
import { ImageInput } from '#web/components/image-input.tsx'
import { toRelativeUrl } from '#web/components/relative-url.ts'
import type { CampaignForm } from './campaign-form.ts'

/** Colour, logo and heading. */
export function ThemeFields({ form }: { form: CampaignForm }) {
  const { theme } = form.values
  return (
    <Stack>
      <div>
        <TextInput
          label="Colour"
          description="For example #7a2459"
          leftSection={
            <input
              type="color"
              className="colour"
              aria-label="Pick a colour"
              value={/^#[0-9a-f]{6}$/i.test(theme.color) ? theme.color : '#7a2459'}
              onChange={(event) => form.setFieldValue('theme.color', event.currentTarget.value)}
            />
          }
          leftSectionPointerEvents="all"
          {...form.getInputProps('theme.color')}
        />
        <ContrastNote color={theme.color} />
      </div>
      <Group align="flex-end" gap="md">
        <div className="logo-there">
          <img src={toRelativeUrl(theme.logo_url)} alt="Logo" />
        </div>
        <ImageInput
          label="Replace logo"
          sizes={['logo']}
          onUploaded={({ logo }) => form.setFieldValue('theme.logo_url', logo)}
        />
      </Group>
      {form.errors['theme.logo_url'] !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)">
          {form.errors['theme.logo_url']}
        </Text>
      )}
      <TextInput label="Headline" maxLength={120} {...form.getInputProps('theme.headline')} />
      <Textarea label="Subheading" autosize minRows={2} {...form.getInputProps('theme.message')} />
    </Stack>
  )
}

/** Shows the text colour used on the brand colour, and the contrast. */
function ContrastNote({ color }: { color: string }) {
  const note = describeContrast(color)
  if (note === undefined) return null
  return (
    <Group gap="xs" mt={6} role="status">
      <span
        className="sample"
        style={{ background: color, color: textColorOn(color).textColor }}
        aria-hidden
      >
        Aa
      </span>
      <Text size="sm" c="dimmed" style={{ flex: 1 }}>
        {note}
      </Text>
    </Group>
  )
}
