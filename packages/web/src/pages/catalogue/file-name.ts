/**
 * Whether the text of a picture is the name of its file, such as 'IMG_2041' or 'mug-blue.large': an uploaded picture has it
 * until a person writes a description. It needs no translation.
 */
export const isFileName = (text: string): boolean => /^\S*[\d_.-]\S*$/.test(text.trim())
