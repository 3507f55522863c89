/** JSON for a script element; no text in it can close the element. */
export const asScriptText = (data: object) => JSON.stringify(data).replaceAll("<", "\\u003c");
