/**
 * Returns whether the text of a picture is the name of its file, such as 'IMG_2041' or 'mug-blue.large'. An
 * uploaded picture has this text until a person writes a description. The text needs no translation.
 */
export const isFileName = (text: string): boolean => /^\S*[\d_.-]\S*$/.test(text.trim())
