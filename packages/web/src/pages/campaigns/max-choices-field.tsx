import { NumberInput } from '@mantine/core'
import type { CampaignForm } from './campaign-form.ts'

/** How many items each recipient can choose. */
export const MaxChoicesField = ({ form }: { form: CampaignForm }) => (
  <NumberInput
    label="Items to choose, at most"
    description="Each one from a different product. Gifts already sent keep their number."
    min={1}
    max={10}
    clampBehavior="strict"
    allowDecimal={false}
    maw={200}
    {...form.getInputProps('max_choices')}
  />
)
