import { SegmentedControl, type SegmentedControlProps, Text } from '@mantine/core'
import { useId } from 'react'

/** A segmented control with a label, in the style of a form field. */
export function SegmentedField({ label, ...props }: SegmentedControlProps & { label: string }) {
  const id = useId()
  return (
    <div>
      <Text size="sm" fw={600} mb={4} id={id}>
        {label}
      </Text>
      <SegmentedControl aria-labelledby={id} {...props} />
    </div>
  )
}
