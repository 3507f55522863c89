import type { ReactNode } from "react";
import { Link } from "react-router";
import { type ButtonSize, buttonLook, type ButtonVariant } from "./button-look.ts";
import { type IconName, Icon } from "./icons.tsx";

type ButtonLinkProps = {
  to: string;
  children: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: IconName;
  isWide?: boolean;
  onPress?: () => void;
};

/** A link styled as a button; a URL with a scheme (https:, tel:, mailto:) leaves the application. */
export function ButtonLink({ to, children, variant, size, icon, isWide, onPress }: ButtonLinkProps) {
  const isExternal = /^[a-z]+:/i.test(to);
  const opensWindow = /^https?:/i.test(to);
  const content = (
    <>
      {icon && <Icon name={icon} />}
      {children}
    </>
  );
  const className = buttonLook(variant, size, isWide);
  if (!isExternal)
    return (
      <Link to={to} onClick={onPress} className={className}>
        {content}
      </Link>
    );
  return (
    <a href={to} className={className} {...(opensWindow ? { target: "_blank", rel: "noopener noreferrer" } : {})}>
      {content}
    </a>
  );
}
