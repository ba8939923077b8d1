package market.harbour.kernel;

/** Where the services answer, in one place so that clients and controllers can't disagree. */
public final class ApiPaths {
  public static final String V1 = "/api/v1";
  public static final String INTERNAL = "/internal";

  public static final String ORDERS = V1 + "/orders";
  public static final String INTERNAL_ORDERS = INTERNAL + ORDERS;

  private ApiPaths() {}
}
