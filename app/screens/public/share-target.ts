import { redirect } from "react-router";

/**
 * /compartir: where other apps share files to. The service worker takes them before a request is made. Without one they are sent here, where
 * nothing reads or keeps them, and the page says that nothing arrived.
 */
export const loader = () => redirect("/dashboard/patient/cases?compartido=1", 303);
export const action = loader;
