import { NumberInput } from '@mantine/core'
import type { CampaignForm } from './campaign-form.ts'

/** How many items each recipient can choose. */
export const MaxChoicesField = ({ form }: { form: CampaignForm }) => (
  <NumberInput
    label="Maximum number of items"
    description="Recipients can choose fewer. Each item is from a different product."
    min={1}
    max={10}
    clampBehavior="strict"
    allowDecimal={false}
    styles={{ wrapper: { maxWidth: 200 } }}
    {...form.getInputProps('max_choices')}
  />
)
