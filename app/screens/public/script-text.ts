/** JSON in which no text can close the script element that holds it. */
export const asScriptText = (data: object) => JSON.stringify(data).replaceAll("<", "\\u003c");
